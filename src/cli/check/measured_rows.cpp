#include "cli/check/measured_rows.hpp"

#include <algorithm>

#include "backends/backend.hpp"
#include "cli/check/validate_measured.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/validation/measured.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/decisions/what_if.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

using Its = OfCollective<Followed>;

/// What the library's own choices cost where the rules are judged.
RegretSummary own_regrets(const Its& its, const std::map<Point, double>& own) {
  std::vector<double> regrets;
  for (const Followed& cell : its.cells)
    if (const auto found = own.find(cell.at); cell.judged() && found != own.end())
      regrets.push_back(std::max(0.0, regret_over(cell.least, found->second)));
  return summary_of(regrets);
}

/// "-" of none.
std::string regret_text(const RegretSummary& regrets, double RegretSummary::*which) {
  return regrets.calls == 0 ? "-" : human_percent(regrets.*which);
}

}  // namespace

std::vector<Row> measured_rows(CommandLine arguments, MeasuredOf which) {
  arguments.words = {"validate", "measured", arguments.text(flags::measured)};
  std::vector<Row> rows;
  for (const MeasuredCell& cell : asked_cells(arguments)) {
    if (cell.row.point.collective.empty()) continue;
    const bool judged = !cell.calibrates && is_judged(cell.row.point, cell.time.block);
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
  const auto regret = [](double RegretSummary::*which) {
    return [which](const Its& its) { return regret_text(summary_of(its.cells).regrets, which); };
  };
  const std::vector<ColumnOf<Its>> columns = {
      {{"collective"}, &Its::name},
      {{"cells", false}, [](const Its& its) { return std::to_string(its.cells.size()); }},
      {{"judged", false}, [](const Its& its) { return std::to_string(summary_of(its.cells).regrets.calls); }},
      {{"mean", false}, regret(&RegretSummary::mean)},
      {{"90th percentile", false}, regret(&RegretSummary::ninetieth)},
      {{"worst", false}, regret(&RegretSummary::worst)},
      {{"of the library", false},
       [&](const Its& its) { return std::to_string(own_regrets(its, own).calls); }},
      {{"its mean", false},
       [&](const Its& its) { return regret_text(own_regrets(its, own), &RegretSummary::mean); }}};
  return aligned(table_of(columns, by_collective(cells)), "  ");
}

}  // namespace collsim
