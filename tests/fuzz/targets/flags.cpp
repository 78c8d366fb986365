#include <algorithm>
#include <sstream>

#include "lab/scenarios/scenario.hpp"
#include "lab/scenarios/schema.hpp"
#include "tests/fuzz/target.hpp"

namespace collsim::fuzz {
namespace {

/// A line "KEY VALUE" for each flag. Of other keys the command line complains before anybody reads their values.
void read(const std::string& bytes) {
  Flags flags;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find(' '));
    const auto named = [&](const Key& key) { return key.name == name; };
    if (name.size() < line.size() && std::any_of(scenario_keys().begin(), scenario_keys().end(), named))
      flags[name] = line.substr(name.size() + 1);
  }
  constexpr std::size_t most_points = 2000;
  parse_scenario(
      R"({"collective": "allreduce", "platform": "star", "algorithms": ["ring"], "processes": 4, "bytes": 8})",
      "fuzz.json", flags, most_points);
}

const Registration registered({"flags", read});

}  // namespace
}  // namespace collsim::fuzz
