#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "evidence/published/published.hpp"
#include "points/row.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::string published_cell_text(const Score& cell) {
  if (std::isnan(cell.lies_within.low)) return number_text({cell.published.low}, cell.unit);
  return number_text({cell.lies_within.low}, cell.unit) + ".." +
         number_text({cell.lies_within.high}, cell.unit);
}

/// "|deviation| over 4 cells: median 15.0 %, worst 30.0 % (ring, p = 2)".
std::string summary_of(const std::vector<Score>& cells) {
  std::vector<double> deviations;
  for (const Score& cell : cells) deviations.push_back(cell.deviation);
  const Errors errors = errors_of(deviations);
  const auto missing = std::ranges::count_if(cells, [](const Score& cell) {
    return !std::isnan(cell.published.low) && std::isnan(cell.simulated.number);
  });
  std::string text;
  if (missing > 0)
    text += fmt::format("{} {} a published number but no simulated one.\n", counted(missing, "cell"),
                        missing == 1 ? "has" : "have");
  if (errors.points == 0) return text + "No two numbers to compare.\n";
  return text + fmt::format("|deviation| over {}: median {:.1f} %, worst {:.1f} % ({})\n",
                            counted(errors.points, "cell"), errors.median * 100, errors.worst * 100,
                            cells[errors.worst_at].what);
}

std::string section(const TableReport& report, bool calibrated) {
  std::vector<Score> cells = report.cells;
  std::erase_if(cells, [&](const Score& cell) { return cell.is_calibrated() != calibrated; });
  if (cells.empty()) return "";
  const std::vector<ColumnOf<Score>> columns = {
      {{"cell"}, &Score::what},
      {{"published", false}, published_cell_text},
      {{"simulated", false}, [](const auto& cell) { return number_text(cell.simulated, cell.unit); }},
      {{"deviation", false}, [](const auto& cell) { return deviation_text(cell.deviation); }},
      {{"formula", false}, [](const auto& cell) { return number_text(cell.formula, cell.unit); }}};
  return (calibrated ? "\n### Calibrated: the platform was fitted to these\n\n" : "\n### Predicted\n\n") +
         (report.comparable ? summary_of(cells)
                            : "The published numbers are not this machine's: they are beside ours, not a "
                              "measure of them.\n") +
         "\n" + markdown(table_of(columns, cells));
}

}  // namespace

std::string number_text(const NumberOrWords& answer, const std::string& unit) {
  if (!answer.words.empty()) return answer.words;
  if (std::isnan(answer.number)) return "-";
  if (unit == "s") return human_seconds(answer.number);
  if (unit == "B") return human_bytes(std::llround(answer.number));
  return fmt::format("{:.4g}{}", answer.number, unit == "%" ? " %" : "");
}

std::string to_text(const TableReport& report) {
  return fmt::format("## {}\n\nPublished: {}\n{}{}", report.title, report.source, section(report, true),
                     section(report, false));
}

Cells to_cells(const TableReport& report) {
  Cells cells{.names = {"series", "quantity", "p", "bytes", "published", "simulated", "formula", "deviation",
                        "calibrated", "algorithm"},
              .lines = {}};
  for (const Score& cell : report.cells) {
    const double unit = cell.unit == "MB/s" ? 1e6 : 1;
    cells.lines.push_back({cell.series, cell.quantity, std::int64_t{cell.processes}, cell.bytes,
                           number_cell(cell.published.low * unit), number_cell(cell.simulated.number * unit),
                           number_cell(cell.formula.number * unit), number_cell(cell.deviation),
                           cell.is_calibrated(), cell.algorithm});
  }
  return cells;
}

}  // namespace collsim
