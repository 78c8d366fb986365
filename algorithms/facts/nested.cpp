#include "algorithms/facts/nested.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "support/range.hpp"

namespace collsim {
namespace {

std::map<std::string, std::string> parse_options(std::string text, const std::string& entry) {
  std::replace(text.begin(), text.end(), ';', ',');
  std::map<std::string, std::string> values;
  for (const auto& part : split_list(text)) {
    const auto equals = part.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size())
      throw Error("'" + entry + "' has an option without a value; right would be name(option=value)");
    if (!values.emplace(part.substr(0, equals), part.substr(equals + 1)).second)
      throw Error("'" + entry + "' gives option '" + part.substr(0, equals) + "' twice; right would be once");
  }
  return values;
}

/// Algorithms are made of others, and those of others again; each level is read anew.
void check_depth(const std::string& entry) {
  constexpr int deepest = 8;
  int depth = 0;
  for (const char c : entry) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth > deepest)
      throw Error("'" + std::string(entry) + "' is nested deeper than " + std::to_string(deepest) +
                  " levels; right would be fewer");
  }
}

}  // namespace

Written parse_written(const std::string& entry) {
  check_depth(entry);
  const auto open = entry.find('(');
  if (open == std::string::npos) return {entry, {}};
  if (entry.back() != ')')
    throw Error("'" + entry + "' does not end its options; right would be name(option=value)");
  return {entry.substr(0, open), parse_options(entry.substr(open + 1, entry.size() - open - 2), entry)};
}

const Nested& nested(const std::string& collective, const std::string& written) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, Nested> known;
  const std::pair key(collective, written);
  std::unique_lock lock(mutex);
  if (const auto place = known.find(key); place != known.end()) return place->second;
  lock.unlock();
  const auto [name, options] = parse_written(written);
  const Description& about = describe(collective, name);
  const Nested made{&about, about.resolve(options)};
  lock.lock();
  return known.emplace(key, made).first->second;
}

std::vector<const Description*> algorithms_in(const Description& about, const Options& options) {
  std::vector<const Description*> all = {&about};
  for (const OptionSpec& option : about.options)
    for (const std::string& collective : option.algorithms_of) {
      const std::string& written = options.text(option.name);
      if (!why_not_nested(collective, written).empty()) continue;
      const Nested& used = nested(collective, written);
      const auto more = algorithms_in(*used.about, used.options);
      all.insert(all.end(), more.begin(), more.end());
    }
  return all;
}

std::string why_not_nested(const std::string& collective, const std::string& written) try {
  static_cast<void>(nested(collective, written));
  return {};
} catch (const Error& error) {
  return error.what();
}

bool is_registered(const std::string& collective, const std::string& name) {
  return std::ranges::any_of(descriptions(), [&](const Description* about) {
    return about->collective == collective && about->name == name;
  });
}

}  // namespace collsim
