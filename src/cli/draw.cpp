#include "cli/draw.hpp"

#include <fmt/format.h>

#include "backends/traced.hpp"
#include "cli/ideal.hpp"
#include "plots/rounds_picture.hpp"

namespace collsim {

std::string draw_rounds(const CommandLine& arguments, const std::string& algorithm, const Setup& setup) {
  Scenario scenario = ideal_scenario(algorithm, arguments.scenario);
  const Point& point = scenario.points.front();
  const Explained run = traced(setup, scenario.platforms.of_point(point), point);
  const std::vector<RoundMessage> messages = rounds_of(run.traces);
  const std::string title = fmt::format("{}/{}, p = {}, {} bytes: {} messages in {} rounds", point.collective,
                                        label(point), point.processes, point.bytes(), messages.size(),
                                        messages.empty() ? 0 : messages.back().round);
  return rounds_picture(title, point.processes, messages);
}

}  // namespace collsim
