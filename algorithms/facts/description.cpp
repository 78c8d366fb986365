#include "algorithms/facts/description.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

#include "algorithms/facts/nested.hpp"

template class std::vector<collsim::Stage>;
template class std::vector<collsim::Symbol>;
template class std::vector<collsim::OptionSpec>;

namespace collsim {
namespace {

std::vector<const Description*>& enrolled() {
  static std::vector<const Description*> all;
  return all;
}

std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

void detail::enroll(const Description& about) {
  auto& all = enrolled();
  const auto before = [](const Description* a, const Description* b) {
    return std::tie(a->collective, a->name) < std::tie(b->collective, b->name);
  };
  const auto place = std::lower_bound(all.begin(), all.end(), &about, before);
  if (place != all.end() && !before(&about, *place))
    clashes().push_back(about.full_name());
  else
    all.insert(place, &about);
}

std::vector<std::string>& detail::clashes() {
  static std::vector<std::string> names;
  return names;
}

std::string& detail::registrant() {
  static std::string digest;
  return digest;
}

UnknownAlgorithm::UnknownAlgorithm(const std::string& collective, const std::string& name,
                                   const std::vector<std::string>& known)
    : Error("unknown algorithm '" + name + "' of " + collective + suggestion(name, known)) {}

const std::vector<const Description*>& descriptions() {
  return enrolled();
}

const Description& describe(const std::string& collective, const std::string& name) {
  std::vector<std::string> known;
  for (const auto* about : descriptions()) {
    if (about->collective != collective) continue;
    if (about->name == name) return *about;
    known.push_back(about->name);
  }
  throw UnknownAlgorithm(collective, name, known);
}

bool OptionSpec::numeric() const {
  return choices.empty() && !fallback.empty() &&
         fallback.find_first_not_of("0123456789") == std::string::npos;
}

std::string OptionSpec::domain() const {
  if (numeric())
    return "a whole number from " + std::to_string(minimum) +
           (maximum == std::numeric_limits<std::int64_t>::max() ? " on" : " to " + std::to_string(maximum));
  std::string text;
  for (const auto& collective : algorithms_of)
    text += (text.empty() ? "an algorithm of " : " or ") + collective;
  for (const auto& choice : choices) text += (text.empty() ? "one of " : ", ") + choice;
  return text;
}

void OptionSpec::check(const std::string& value) const {
  const auto refuse = [&](const std::string& remedy) {
    throw Error("option '" + name + "' is '" + value + "'" + remedy);
  };
  if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
    refuse(suggestion(value, choices));
  if (!algorithms_of.empty()) check_algorithm(value);
  if (!numeric()) return;
  const auto number = whole_number(value);
  if (!number || *number < minimum || *number > maximum) refuse("; right would be " + domain());
}

/// One that only some of the collectives have, or have with these options, is known; what a call needs is asked then.
void OptionSpec::check_algorithm(const std::string& value) const {
  const std::string wanted = parse_written(value).name;
  std::set<std::string> known;
  std::string why;
  for (const auto& collective : algorithms_of)
    for (const auto* about : descriptions()) {
      if (about->collective != collective || about->knows_nodes || about->is_library()) continue;
      known.insert(about->name);
      if (about->name != wanted) continue;
      const std::string none = why_not_nested(collective, value);
      if (none.empty()) return;
      if (why.empty()) why = none;
    }
  if (!why.empty()) throw Error(why);
  throw Error("option '" + name + "' is '" + value + "'" + suggestion(wanted, {known.begin(), known.end()}));
}

const std::string& Options::text(const std::string& name) const {
  const auto place = values_.find(name);
  if (place == values_.end())
    throw Error("option '" + name + "' was not declared by the algorithm that reads it");
  return place->second;
}

std::int64_t Options::integer(const std::string& name) const {
  const std::string& value = text(name);
  if (const auto number = whole_number(value)) return *number;
  throw Error("option '" + name + "' is '" + value + "'; it takes a whole number");
}

std::string Options::to_string() const {
  std::string text;
  for (const auto& [name, value] : values_) text += (text.empty() ? "" : ";") + name + "=" + value;
  return text;
}

std::string Description::why_unsupported(const Shape& shape, const Options& values) const {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (const std::string why = unsupported ? unsupported(shape, values) : ""; !why.empty()) return why;
  if (shape.count <= most || !has_cost(shape, values)) return {};
  for (const Stage& stage : cost(shape, values))
    if (stage.bytes > most * shape.type_size)
      return "a message of " + std::to_string(stage.bytes / shape.type_size) +
             " elements is more than an MPI count holds";
  return {};
}

Cost& operator+=(Cost& cost, const Cost& more) {
  cost.insert(cost.end(), more.begin(), more.end());
  return cost;
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
    if (!values.contains(key))
      throw Error(full_name() + " has no option '" + key + "'" + suggestion(key, known));
    const auto named = [key = key](const OptionSpec& option) { return option.name == key; };
    std::find_if(options.begin(), options.end(), named)->check(value);
    values[key] = value;
  }
  Options complete(std::move(values));
  if (const std::string why = wrong ? wrong(complete) : ""; !why.empty())
    throw Error(full_name() + ": " + why);
  return complete;
}

}  // namespace collsim
