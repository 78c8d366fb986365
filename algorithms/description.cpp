#include "algorithms/description.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "algorithms/algorithm.hpp"
#include "algorithms/error.hpp"

namespace collsim {
namespace {

std::vector<const Description*>& enrolled() {
  static std::vector<const Description*> all;
  return all;
}

}  // namespace

void detail::enroll(const Description& about) {
  auto& all = enrolled();
  const auto before = [](const Description* a, const Description* b) {
    return std::tie(a->collective, a->name) < std::tie(b->collective, b->name);
  };
  const auto place = std::lower_bound(all.begin(), all.end(), &about, before);
  if (place != all.end() && !before(&about, *place)) {
    std::fprintf(stderr, "two algorithms are called %s\n", about.full_name().c_str());
    std::abort();  // ours to mend: names are fixed at compile time
  }
  all.insert(place, &about);
}

const std::vector<const Description*>& descriptions() { return enrolled(); }

const Description& describe(const std::string& collective, const std::string& name) {
  std::vector<std::string> known;
  for (const auto* about : descriptions()) {
    if (about->collective != collective) continue;
    if (about->name == name) return *about;
    known.push_back(about->name);
  }
  throw UnknownAlgorithm(collective, name, known);
}

const std::string& Options::text(const std::string& name) const {
  const auto place = values_.find(name);
  if (place == values_.end()) throw Error("option '" + name + "' was not declared by the algorithm that reads it");
  return place->second;
}

std::int64_t Options::integer(const std::string& name) const {
  const std::string& value = text(name);
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (failure != std::errc() || end != value.data() + value.size())
    throw Error("option '" + name + "' is '" + value + "'; it takes a whole number");
  return number;
}

std::string Options::to_string() const {
  std::string text;
  for (const auto& [name, value] : values_) text += (text.empty() ? "" : ";") + name + "=" + value;
  return text;
}

Options Description::resolve(const std::map<std::string, std::string>& given) const {
  std::map<std::string, std::string> values;
  std::vector<std::string> known;
  for (const auto& option : options) {
    values[option.name] = option.fallback;
    known.push_back(option.name);
  }
  for (const auto& [key, value] : given) {
    if (known.empty()) throw Error(full_name() + " has no option '" + key + "'; it has none at all");
    if (!values.contains(key)) throw Error(full_name() + " has no option '" + key + "'" + suggestion(key, known));
    values[key] = value;
  }
  return Options(std::move(values));
}

}  // namespace collsim
