#include "points/choice.hpp"

#include <fnmatch.h>

#include <algorithm>

#include "algorithms/facts/nested.hpp"
#include "points/chooser.hpp"
#include "support/error.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

using GivenOptions = std::map<std::string, std::string>;

constexpr std::size_t most_choices = 10'000;  // options that multiply to more are a slip of the pen

std::vector<const Description*> matching(const std::string& collective, const std::string& name) {
  if (name.find_first_of("*?[") == std::string::npos) return {&describe(collective, name)};
  std::vector<const Description*> found;
  std::vector<std::string> known;
  for (const auto* about : descriptions()) {
    if (about->collective != collective) continue;
    known.push_back(about->name);
    if (!about->is_library() && !chooser(about->name) && fnmatch(name.c_str(), about->name.c_str(), 0) == 0)
      found.push_back(about);
  }
  if (!found.empty()) return found;
  std::string core = name;
  core.erase(std::remove_if(core.begin(), core.end(), [](char c) { return c == '*' || c == '?'; }),
             core.end());
  throw Error("'" + name + "' matches no algorithm of " + collective + suggestion(core, known));
}

std::vector<Options> every_option(const Description& about, const GivenOptions& given);

/// The algorithms that an option's text stands for: one for each of its options' values. Of one that is not known the text,
/// which resolve() refuses.
std::vector<std::string> spread_algorithm(const OptionSpec& option, const std::string& text) {
  const auto [name, given] = parse_written(text);
  for (const auto& collective : option.algorithms_of) {
    if (given.empty() || !is_registered(collective, name)) continue;
    std::vector<std::string> all;
    for (const Options& options : every_option(describe(collective, name), given)) {
      std::string written;
      for (const auto& [key, value] : given)
        written += (written.empty() ? "" : ",") + key + "=" + options.text(key);
      all.push_back(name + "(" + written + ")");
    }
    return all;
  }
  return {text};
}

/// The values that an option's text stands for: those of a range or a size, if the option is numeric.
std::vector<std::string> spread(const OptionSpec& option, const std::string& text) {
  if (!option.algorithms_of.empty()) return spread_algorithm(option, text);
  if (!option.numeric()) return {text};
  std::vector<std::string> values;
  const Of of = option.name.ends_with("bytes") ? Of::bytes : Of::things;
  for (const auto& size : parse_sizes(text, of)) values.push_back(std::to_string(size.value));
  return values;
}

std::vector<Options> every_option(const Description& about, const GivenOptions& given) {
  std::vector<GivenOptions> combinations = {given};
  for (const auto& option : about.options) {
    if (!given.contains(option.name)) continue;
    std::vector<GivenOptions> product;
    const std::vector<std::string> spread_out = spread(option, given.at(option.name));
    if (combinations.size() > most_choices / spread_out.size())
      throw Error(about.full_name() +
                  " has more than 10000 combinations of these options; right would be fewer values");
    for (const auto& values : combinations) {
      for (const auto& value : spread_out) {
        product.push_back(values);
        product.back()[option.name] = value;
      }
    }
    combinations = std::move(product);
  }
  std::vector<Options> resolved;
  for (const auto& values : combinations) resolved.push_back(about.resolve(values));
  return resolved;
}

}  // namespace

std::vector<std::string> known_collectives() {
  std::vector<std::string> names;
  for (const auto* about : descriptions())
    if (names.empty() || names.back() != about->collective) names.push_back(about->collective);
  return names;
}

std::vector<Choice> choose(const std::string& collective, const std::string& entry) {
  const auto [name, given] = parse_written(entry);
  std::vector<Choice> choices;
  for (const auto* about : matching(collective, name))
    for (auto& options : every_option(*about, given)) choices.push_back({about, std::move(options)});
  return choices;
}

}  // namespace collsim
