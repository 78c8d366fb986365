#include "cli/context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "backends/smpi/facts.hpp"
#include "cli/slurm.hpp"
#include "support/human.hpp"
#include "support/process.hpp"

namespace collsim {
namespace {

int print_forecast(const Forecast& expected, const RunSettings& settings) {
  if (!expected.reasons.empty() && !settings.partial()) refuse_without_answer(expected.reasons);
  fmt::print(
      "{} points: {} in {}, {} unsupported, {} missing.\nThe rest takes about {} and {} of memory with -j "
      "{}.\n",
      expected.points, expected.stored, settings.results.string(), expected.unsupported, expected.missing,
      human_seconds(expected.seconds), human_bytes(expected.bytes), settings.jobs);
  return 0;
}

}  // namespace

Answer Context::answer() const {
  return [&](const auto&... asked) { collsim::answer(asked..., setup); };
}

RunSettings settings_of(const Context& context, const Scenario& scenario) {
  find_simulator(context.line, scenario.points);
  const CommandLine& arguments = context.arguments;
  RunSettings settings;
  settings.results = results_folder(arguments, scenario.name);
  settings.jobs = arguments.jobs;
  settings.share = arguments.shard;
  if (!arguments.pending.empty()) settings.pending = read_pending(arguments.pending, scenario);
  return settings;
}

int perform(const Context& context, Scenario& scenario, const Present& present) {
  const CommandLine& arguments = context.arguments;
  const RunSettings settings = settings_of(context, scenario);
  if (arguments.dry_run) return print_forecast(forecast(scenario, settings), settings);
  if (arguments.slurm) {
    const Forecast expected = forecast(scenario, settings);
    if (!expected.pending.empty()) return run_on_slurm(arguments, scenario, settings, expected);
  }
  if (!scenario.published.empty() && !context.compare.cells && !settings.partial())
    hand_over(context.line, "collcheck");
  return run_and_present(scenario, settings, context.answer(), shell_line(context.line), present,
                         context.compare);
}

void hand_over(const std::vector<std::string>& line, const std::string& program) {
  become(program_beside(program).string(), line);
}

void find_simulator(const std::vector<std::string>& line, const std::vector<Point>& points) {
  if (!simulator().answer &&
      std::ranges::find(points, smpi_backend().name(), &Point::backend) != points.end())
    hand_over(line, "collsmpi");
}

void refuse_elsewhere(const CommandLine& arguments, const std::string& why) {
  for (const char* flag : {"dry-run", "shard", "pending", "slurm"})
    if (arguments.given.contains(flag)) throw Error(fmt::format("--{} means nothing to {}", flag, why));
}

}  // namespace collsim
