#include "cli/check/regret_measured.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/check/measured_rows.hpp"
#include "cli/regret.hpp"
#include "cli/shared_flags.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/tuner/followed.hpp"
#include "rules/libraries/formats.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// Only those that the rules are compared with, or choose.
void leave_out_others(const BestOf& best, const Rules& rules, std::vector<Row>& rows) {
  std::erase_if(rows, [](const Row& row) { return row.point.asks_library(); });
  if (best.all) return;
  std::map<std::string, std::set<std::string>> labels;
  std::erase_if(rows, [&](const Row& row) {
    const std::string& collective = row.point.collective;
    const auto [place, added] = labels.try_emplace(collective);
    if (added) {
      std::vector<std::string> names = algorithms_of(rules, collective);
      add_algorithms_of(*best.library, collective, names);
      for (const auto& name : names)
        for (const Choice& choice : choose(collective, name))
          place->second.insert(label_of(collective, choice));
    }
    return !place->second.contains(label(row.point));
  });
}

}  // namespace

int regret_measured_command(const Context& context) {
  const std::string& asked = context.arguments.words[1];
  const Rules rules = load_rules(asked);
  const std::vector<Row> rows = measured_rows(context.arguments, MeasuredOf::judged);
  const auto own = own_choices(rows);
  const BestOf best = best_of(context.arguments, asked);
  std::vector<Row> of_algorithms = rows;
  leave_out_others(best, rules, of_algorithms);
  std::vector<Followed> cells = follow(rules, of_algorithms, best.library);
  const std::string by = std::filesystem::path(asked).filename().string();
  fmt::print("What following {} costs over the best of {} that were measured on {}:\n{}", by, best.text,
             context.arguments.text(flags::measured), measured_table(cells, own));
  for (const auto& [trouble, count] : summary_of(cells).troubles)
    fmt::print("  {}: {}\n", counted(count, "cell"), trouble);
  const auto folder = results_folder(context.arguments, "regret_measured");
  write_atomically(folder / "regret.csv", to_csv(to_cells(by, cells, best.text)));
  fmt::print("Cells: {}\n", (folder / "regret.csv").string());
  return 0;
}

}  // namespace collsim
