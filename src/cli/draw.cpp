#include "cli/draw.hpp"

#include <fmt/format.h>

#include "backends/traced.hpp"
#include "cli/ideal.hpp"
#include "cli/shared_flags.hpp"
#include "figures/plots/rounds_picture.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

int draw_command(const Context& context) {
  const std::string picture =
      draw_rounds(context.arguments, operand(context.arguments, "ALGORITHM"), context.setup);
  if (context.arguments.text(flags::out).empty()) {
    fmt::print("{}", picture);
  } else {
    write_atomically(context.arguments.text(flags::out), picture);
    fmt::print("Picture: {}\n", context.arguments.text(flags::out));
  }
  return 0;
}

}  // namespace

std::string draw_rounds(const CommandLine& arguments, const std::string& algorithm, const Setup& setup) {
  Scenario scenario = ideal_scenario(algorithm, arguments.scenario);
  const Point& point = scenario.points.front();
  const Explained run = traced(setup, scenario.platforms.of_point(point), point);
  const std::vector<RoundMessage> messages = rounds_of(run.traces);
  const std::string title =
      fmt::format("{}/{}, p = {}, {}: {} in {}", point.collective, label(point), point.processes,
                  counted(point.bytes(), "byte"), counted(messages.size(), "message"),
                  counted(messages.empty() ? 0 : messages.back().round, "round"));
  return rounds_picture(title, point.processes, messages);
}

Verb draw_verb() {
  return {"draw",
          "ALGORITHM",
          "draws an algorithm's rounds",
          flags::with({flags::out.saying("FILE.svg", "where the picture goes (default: standard output)"),
                       flags::plugin},
                      flags::keys({"bytes", "count", "distribution", "in_place", "mapping", "op", "platform",
                                   "ppn", "processes", "root", "type"})),
          {"collsim draw allreduce/ring --processes 8 --out ring.svg",
           "collsim draw bcast/binomial --root 3 --platform star"},
          draw_command};
}

}  // namespace collsim
