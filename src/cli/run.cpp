#include "cli/run.hpp"

#include "cli/judging.hpp"
#include "cli/robust.hpp"
#include "cli/shared_flags.hpp"
#include "cli/slurm.hpp"

namespace collsim {
namespace {

int run_scenario(const Context& context, const Present& present, const AsksBesides& besides) {
  Scenario scenario = load_asked(context.arguments);
  if (context.arguments.has(flags::native)) {
    if (context.arguments.words.size() == 1)
      throw Error("--native measures a scenario; right would be collsim run SCENARIO --slurm --native");
    return measure_on_slurm(context.arguments, results_folder(context.arguments, scenario.name));
  }
  return perform(context, scenario, present, besides);
}

int run_here_or_measured(const Context& context) {
  for (const char* flag : {"launch", "launches", "testbed"})
    if (context.arguments.given.contains(flag)) return judge(context);
  return run_command(context);
}

}  // namespace

int run_command(const Context& context) {
  const std::string& shown = context.arguments.text(flags::columns);
  const Present alone = present_answers(shown);  // complains now
  return run_scenario(
      context,
      with_robustness(
          context,
          [&](auto& scenario, const auto& rows, const auto& folder, const Dependences& dependences) {
            (dependences.empty() ? alone : present_answers(shown, dependences))(scenario, rows, folder);
          }),
      forecast_of_ranges(context));
}

Verb run_verb() {
  return {"run",
          "[SCENARIO]",
          "answers a scenario, or what --platform and --collective ask: rows, a table, figures",
          flags::of_answering("results/SCENARIO, or results/run",
                              {flags::columns, flags::dry_run, flags::launch, flags::launches, flags::testbed,
                               flags::native}),
          {"collsim run quickstart -j 2",
           "collsim run quickstart --processes 8..64:x2 --bytes 8..1M:x4 --backend fast"},
          run_here_or_measured};
}

}  // namespace collsim
