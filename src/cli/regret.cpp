#include "cli/regret.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/cells.hpp"
#include "cli/program.hpp"
#include "cli/write_cells.hpp"
#include "plots/map.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/target.hpp"
#include "tuner/followed.hpp"

namespace collsim {
namespace {

/// What the rules choose, and all that the library has.
std::vector<std::string> competitors(const Target& target, const Rules& rules,
                                     const std::string& collective) {
  std::vector<std::string> names = algorithms_of(rules, collective);
  add_algorithms_of(target, collective, names);
  return names;
}

}  // namespace

int regret_command(const Context& context) {
  if (!context.arguments.measured.empty()) hand_over(context.line, "collcheck");
  const std::string& asked = operand(context, "RULES");
  const Rules rules = load_rules(asked);
  const Target& among =
      target(context.arguments.targets.empty() ? target_of(asked) : context.arguments.targets);
  Scenario scenario = scenario_of_cells(context.arguments, [&](const std::string& collective) {
    return competitors(among, rules, collective);
  });
  const std::string by = std::filesystem::path(asked).filename().string();
  return perform(context, scenario,
                 [&](Scenario& answered, const std::vector<Row>& rows, const std::filesystem::path& folder) {
                   const std::vector<Followed> cells = follow(rules, rows);
                   const std::vector<WinnerMap> maps = regret_maps(by, cells, rows);
                   if (!rules.source().empty()) fmt::print("{}: {}\n", by, rules.source());
                   fmt::print("{}", to_text(maps, cells));
                   write_cells(folder / "regret", to_cells(by, cells));
                   if (summary_of(cells).judged == 0) return;
                   for (const auto& file : draw_maps(maps, sources_of(answered), (folder / "regret").string(),
                                                     "What does following " + by + " cost?"))
                     fmt::print("Map: {}\n", file);
                 });
}

}  // namespace collsim
