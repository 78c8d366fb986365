#include "cli/check/measured_rows.hpp"

#include <algorithm>

#include "backends/backend.hpp"
#include "cli/check/validate_measured.hpp"
#include "decisions/choices.hpp"
#include "decisions/what_if.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"
#include "validation/measured.hpp"

namespace collsim {
namespace {

/// The table's line of a collective, or of all.
std::vector<std::string> line_of(const std::string& name, const std::vector<Followed>& cells,
                                 const std::map<Point, double>& own) {
  const FollowedSummary all = summary_of(cells);
  double library = 0;
  std::size_t both = 0;
  for (const Followed& cell : cells) {
    const auto found = own.find(cell.at);
    if (!cell.judged() || found == own.end()) continue;
    library += std::max(0.0, regret_over(cell.least, found->second));
    ++both;
  }
  return {name,
          std::to_string(all.cells),
          std::to_string(all.regrets.calls),
          all.worst ? human_percent(all.regrets.mean) : "-",
          all.worst ? human_percent(all.regrets.ninetieth) : "-",
          all.worst ? human_percent(all.regrets.worst) : "-",
          std::to_string(both),
          both == 0 ? "-" : human_percent(library / static_cast<double>(both))};
}

}  // namespace

std::vector<Row> measured_rows(CommandLine arguments, MeasuredOf which) {
  arguments.words = {"validate", "measured", arguments.measured};
  std::vector<Row> rows;
  for (const MeasuredCell& cell : asked_cells(arguments)) {
    if (cell.row.point.collective.empty()) continue;
    const bool judged = !cell.calibrates && is_judged(cell.row.point, cell.of_block);
    if (which == MeasuredOf::judged && !judged) continue;
    rows.push_back(cell.row);
    rows.back().point.backend = backend_names(&Backend::measures).front();
  }
  return rows;
}

std::map<Point, double> own_choices(const std::vector<Row>& rows) {
  std::map<Point, double> seconds;
  for (const Row& row : rows)
    if (row.point.asks_library() && row.outcome.ok()) seconds.emplace(race(row.point), row.outcome.seconds);
  return seconds;
}

std::string measured_table(const std::vector<Followed>& cells, const std::map<Point, double>& own) {
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
  return aligned(table, "  ");
}

}  // namespace collsim
