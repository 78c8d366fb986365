#include "cli/draw.hpp"

#include <fmt/format.h>

#include "cli/traced.hpp"
#include "plots/rounds_picture.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

/// On the ideal star, where no message holds up another.
Scenario scenario_for(const std::string& algorithm, const Flags& flags) {
  const std::size_t slash = algorithm.find('/');
  if (slash == std::string::npos)
    throw Error(fmt::format(
        "'{}' is no algorithm; right would be COLLECTIVE/ALGORITHM, as collsim list algorithms has "
        "them",
        algorithm));
  const nlohmann::json document = {{"collective", algorithm.substr(0, slash)},
                                   {"algorithms", {algorithm.substr(slash + 1)}},
                                   {"platform", "star"},
                                   {"backends", {"fast"}},
                                   {"network", "hockney"},
                                   {"processes", 8},
                                   {"bytes", "1K..1K:x2"},  // a range is rounded to equal blocks
                                   {"data", "time"}};
  return parse_scenario(document.dump(), "draw", flags);
}

}  // namespace

std::string draw_rounds(const CommandLine& arguments, const std::string& algorithm, const Setup& setup) {
  Scenario scenario = scenario_for(algorithm, arguments.scenario);
  if (scenario.points.size() != 1)
    throw Error(
        fmt::format("a picture shows one point, and these are {}; right would be one value of each flag",
                    scenario.points.size()));
  const Point& point = scenario.points.front();
  const Explained run = traced(setup, scenario.platforms.of(point), point);
  const std::vector<RoundMessage> messages = rounds_of(run.traces);
  const std::string title = fmt::format("{}/{}, p = {}, {} bytes: {} messages in {} rounds", point.collective,
                                        label(point), point.processes, point.bytes(), messages.size(),
                                        messages.empty() ? 0 : messages.back().round);
  return rounds_picture(title, point.processes, messages);
}

}  // namespace collsim
