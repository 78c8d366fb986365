#include "cli/verb.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/error.hpp"

namespace collsim {

std::set<std::string> Verb::flag_names() const {
  std::set<std::string> names;
  for (const Flag& each : flags) names.insert(each.long_name());
  return names;
}

void check_flags(const CommandLine& arguments, const Verb& verb) {
  allow_flags(arguments, verb.flag_names());
  if (arguments.words.size() < 2) return;
  const std::string& operand = arguments.words[1];
  for (const Flag& each : verb.flags)
    if (!each.beside.empty() && arguments.given.contains(each.long_name()) &&
        std::ranges::find(each.beside, operand) == each.beside.end())
      throw Error(fmt::format("--{0} means nothing to '{1} {2}'; right would be {1} {3}", each.long_name(),
                              verb.name, operand, each.beside.front()));
}

}  // namespace collsim
