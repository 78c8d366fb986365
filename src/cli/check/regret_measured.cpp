#include "cli/check/regret_measured.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/check/measured_rows.hpp"
#include "cli/program.hpp"
#include "rules/libraries/formats.hpp"
#include "scenarios/atomically.hpp"
#include "tuner/followed.hpp"

namespace collsim {

int regret_measured_command(const Context& context) {
  const std::string& asked = operand(context, "RULES --measured MACHINE");
  const Rules rules = load_rules(asked);
  const std::vector<Row> rows = measured_rows(context.arguments, MeasuredOf::judged);
  const auto own = own_choices(rows);
  std::vector<Row> of_algorithms = rows;
  std::erase_if(of_algorithms, [](const Row& row) { return row.point.algorithm == installed_library; });
  std::vector<Followed> cells = follow(rules, of_algorithms);
  fmt::print("What following {} costs, as measured on {}:\n{}",
             std::filesystem::path(asked).filename().string(), context.arguments.measured,
             measured_table(cells, own));
  for (const auto& [trouble, count] : summary_of(cells).troubles)
    fmt::print("  {} cells: {}\n", count, trouble);
  const auto folder = results_folder(context.arguments, "regret_measured");
  write_atomically(folder / "regret.csv",
                   to_csv(to_cells(std::filesystem::path(asked).filename().string(), cells)));
  fmt::print("Cells: {}\n", (folder / "regret.csv").string());
  return 0;
}

}  // namespace collsim
