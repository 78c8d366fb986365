#include "cli/regret.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cells.hpp"
#include "cli/judging.hpp"
#include "cli/shared_flags.hpp"
#include "cli/write_cells.hpp"
#include "figures/plots/map.hpp"
#include "lab/tuner/followed.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {
namespace {

const Flag best_of_flag = {
    "best-of", "library|all",
    "over the best of what: of the algorithms that the library has (default), or of all that are "
    "here",
    FlagKind::text, "library"};

/// What the rules choose, and what they are compared with.
std::vector<std::string> competitors(const BestOf& best, const Rules& rules, const std::string& collective) {
  std::vector<std::string> names = algorithms_of(rules, collective);
  if (best.all)
    names.insert(names.begin(), "*");
  else
    add_algorithms_of(*best.library, collective, names);
  return names;
}

/// Throws Error where a library cannot follow rules because they are another's, or a file of another format.
void check_follows(const Target& library, const std::string& rules) {
  const Target& theirs = target(target_of(rules));
  if (theirs.is_collsim() || library.is_collsim()) return;
  if (is_shipped(rules) ? theirs.library != library.library : theirs.format != library.format)
    throw Error(fmt::format("{} is for {}, and {} cannot follow it; right would be --for {}", rules,
                            theirs.name, library.name, theirs.name));
}

int regret_command(const Context& context) {
  if (!context.arguments.text(flags::measured).empty()) return judge(context);
  const std::string& asked = operand(context.arguments, "RULES");
  const Rules rules = load_rules(asked);
  const BestOf best = best_of(context.arguments, asked);
  Scenario scenario = scenario_of_cells(
      context.arguments, [&](const std::string& collective) { return competitors(best, rules, collective); });
  const std::string by = std::filesystem::path(asked).filename().string();
  return perform(context, scenario,
                 [&](Scenario& answered, const std::vector<Row>& rows, const std::filesystem::path& folder) {
                   const std::vector<Followed> cells = follow(rules, rows, best.library);
                   const std::vector<WinnerMap> maps = regret_maps(by, cells, rows);
                   if (!rules.source().empty()) fmt::print("{}: {}\n", by, rules.source());
                   fmt::print("{}", to_text(maps, cells, best.text));
                   write_cells(folder / "regret", to_cells(by, cells, best.text));
                   if (!summary_of(cells).worst) return;
                   for (const auto& file :
                        draw_maps(maps, sources_of(answered), (folder / "regret").string(),
                                  "What does following " + by + " cost over the best of " + best.text + "?"))
                     fmt::print("Map: {}\n", file);
                 });
}

}  // namespace

BestOf best_of(const CommandLine& arguments, const std::string& rules) {
  const std::string& asked = arguments.text(best_of_flag);
  if (asked != "library" && asked != "all")
    throw Error(fmt::format("--best-of is '{}'; right would be library or all", asked));
  const Target& library =
      target(arguments.text(flags::targets).empty() ? target_of(rules) : arguments.text(flags::targets));
  check_follows(library, rules);
  const bool all = asked == "all" || library.is_collsim();
  return {&library, all, all ? "all algorithms here" : "all of " + library.name + "'s algorithms"};
}

Verb regret_verb() {
  return {"regret",
          "RULES",
          "tells what following the rules of an MPI library costs, cell by cell",
          flags::of_answering(
              "results/regret, or results/regret_measured",
              {best_of_flag, flags::dry_run,
               flags::cells.saying("FILE", "of --measured: " + flags::cells.meaning), flags::counterparts,
               flags::measured,
               flags::targets.saying(
                   "TARGET", "whose algorithms compete, such as mpich-5 (default: those of the rules)")}),
          {"collsim regret openmpi-4.1 --platform leonardo --collective allreduce",
           "collsim regret mine.conf --platform star --collective bcast,reduce --backend model"},
          regret_command};
}

}  // namespace collsim
