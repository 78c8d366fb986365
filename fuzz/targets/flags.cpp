#include <sstream>

#include "fuzz/target.hpp"
#include "scenarios/scenario.hpp"

namespace collsim::fuzz {
namespace {

/// A line "KEY VALUE" for each flag; keys are the program's own and so plain words.
void read(const std::string& bytes) {
  Flags flags;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line);) {
    const auto blank = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    if (blank != std::string::npos && line[blank] == ' ')
      flags[line.substr(0, blank)] = line.substr(blank + 1);
  }
  constexpr std::size_t most_points = 2000;
  parse_scenario(
      R"({"collective": "allreduce", "platform": "star", "algorithms": ["ring"], "processes": 4, "bytes": 8})",
      "fuzz.json", flags, most_points);
}

const Registration registered({"flags", read});

}  // namespace
}  // namespace collsim::fuzz
