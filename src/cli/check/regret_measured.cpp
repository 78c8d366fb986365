#include "cli/check/regret_measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "backends/backend.hpp"
#include "cli/check/validate_measured.hpp"
#include "cli/program.hpp"
#include "decisions/what_if.hpp"
#include "rules/libraries/formats.hpp"
#include "scenarios/atomically.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"
#include "tuner/followed.hpp"
#include "validation/measured.hpp"

namespace collsim {
namespace {

/// The cells that have a counterpart and are judged, as if they were measured here.
std::vector<Row> rows_of(const std::vector<MeasuredCell>& cells) {
  std::vector<Row> rows;
  for (const MeasuredCell& cell : cells) {
    if (cell.row.point.collective.empty() || cell.calibrates || !is_judged(cell.row.point, cell.of_block))
      continue;
    rows.push_back(cell.row);
    rows.back().point.backend = backend_names(&Backend::measures).front();
  }
  return rows;
}

/// What the library's own choice took, by race.
std::map<Point, double> own_choices(const std::vector<Row>& rows) {
  std::map<Point, double> seconds;
  for (const Row& row : rows)
    if (row.point.algorithm == installed_library && row.outcome.ok())
      seconds.emplace(race(row.point), row.outcome.seconds);
  return seconds;
}

/// Of a collective, or of all.
std::vector<std::string> line_of(const std::string& name, const std::vector<Followed>& cells,
                                 const std::map<Point, double>& own) {
  const RegretSummary all = summary_of(cells);
  double library = 0;
  std::size_t both = 0;
  for (const Followed& cell : cells) {
    const auto found = own.find(cell.at);
    if (!cell.judged() || found == own.end()) continue;
    library += std::max(0.0, found->second / cell.least - 1);
    ++both;
  }
  return {name,
          std::to_string(all.cells),
          std::to_string(all.judged),
          all.judged == 0 ? "-" : human_percent(all.mean),
          all.judged == 0 ? "-" : human_percent(all.ninetieth),
          all.worst ? human_percent(all.worst->regret()) : "-",
          std::to_string(both),
          both == 0 ? "-" : human_percent(library / static_cast<double>(both))};
}

}  // namespace

int regret_measured_command(const Context& context) {
  const std::string& asked = operand(context, "RULES --measured MACHINE");
  const Rules rules = load_rules(asked);
  CommandLine arguments = context.arguments;
  arguments.words = {"validate", "measured", arguments.measured};
  const std::vector<Row> rows = rows_of(asked_cells(arguments));
  const auto own = own_choices(rows);
  std::vector<Row> of_algorithms = rows;
  std::erase_if(of_algorithms, [](const Row& row) { return row.point.algorithm == installed_library; });
  std::vector<Followed> cells = follow(rules, of_algorithms);
  TextTable table{.headings = {{"collective"},
                               {"cells", false},
                               {"judged", false},
                               {"mean", false},
                               {"90th percentile", false},
                               {"worst", false},
                               {"of the library", false},
                               {"its mean", false}},
                  .lines = {}};
  std::map<std::string, std::vector<Followed>> by_collective;
  for (const Followed& cell : cells) by_collective[cell.at.collective].push_back(cell);
  for (const auto& [name, its] : by_collective) table.lines.push_back(line_of(name, its, own));
  if (by_collective.size() > 1) table.lines.push_back(line_of("all", cells, own));
  fmt::print("What following {} costs, as measured on {}:\n{}",
             std::filesystem::path(asked).filename().string(), arguments.measured, aligned(table, "  "));
  for (const auto& [trouble, count] : summary_of(cells).troubles)
    fmt::print("  {} cells: {}\n", count, trouble);
  const auto folder = results_folder(context.arguments, "regret_measured");
  write_atomically(folder / "regret.csv",
                   to_csv(to_cells(std::filesystem::path(asked).filename().string(), cells)));
  fmt::print("Cells: {}\n", (folder / "regret.csv").string());
  return 0;
}

}  // namespace collsim
