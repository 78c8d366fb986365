#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "points/row.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"
#include "validation/published.hpp"

namespace collsim {
namespace {

std::string value_text(double value, const std::string& unit) {
  if (std::isnan(value)) return "-";
  if (unit == "B") return human_bytes(std::llround(value));
  if (unit != "s") return fmt::format("{:.4g}", value);
  return human_seconds(value);
}

std::string published_text(const Report::Cell& cell) {
  if (std::isnan(cell.first)) return value_text(cell.published, cell.unit);
  return value_text(cell.first, cell.unit) + ".." + value_text(cell.last, cell.unit);
}

/// A number, or what is known in words.
std::string answer_text(double value, const std::string& words, const std::string& unit) {
  return words.empty() ? value_text(value, unit) : words;
}

std::string percent(double share) {
  return std::isnan(share) ? "-" : fmt::format("{:+.1f} %", share * 100);
}

std::string section(const Report& report, bool calibrated) {
  TextTable table{.headings = {{"cell"},
                               {"published", false},
                               {"simulated", false},
                               {"deviation", false},
                               {"formula", false}},
                  .lines = {}};
  for (const Report::Cell& cell : report.cells)
    if (cell.calibrated == calibrated)
      table.lines.push_back(
          {cell.what, published_text(cell), answer_text(cell.simulated, cell.simulated_words, cell.unit),
           percent(cell.deviation), answer_text(cell.formula, cell.formula_words, cell.unit)});
  if (table.lines.empty()) return "";

  const Report::Summary& summary = calibrated ? report.calibrated : report.predicted;
  std::string text =
      calibrated ? "\n### Calibrated: the platform was fitted to these\n\n" : "\n### Predicted\n\n";
  if (!report.comparable)
    return text +
           "The published numbers are not this machine's: they are beside ours, not a measure of them.\n\n" +
           markdown(table);
  if (summary.missing > 0)
    text += fmt::format("{} cells have a published number but no simulated one.\n", summary.missing);
  if (summary.cells == 0) return text + "No two numbers to compare.\n\n" + markdown(table);
  return text +
         fmt::format("|deviation| over {} cells: median {:.1f} %, worst {:.1f} % ({})\n\n", summary.cells,
                     summary.median * 100, summary.worst * 100, summary.worst_cell) +
         markdown(table);
}

}  // namespace

std::string to_text(const Report& report) {
  return fmt::format("## {}\n\nPublished: {}\n{}{}", report.title, report.source, section(report, true),
                     section(report, false));
}

std::string to_csv(const Report& report) {
  std::string text = "series,quantity,p,bytes,published,simulated,formula,deviation,calibrated,algorithm\n";
  const auto field = [](double value) {
    return std::isnan(value) ? std::string() : fmt::format("{}", value);
  };
  for (const Report::Cell& cell : report.cells) {
    const double unit = cell.unit == "MB/s" ? 1e6 : 1;
    text += fmt::format("\"{}\",{},{},{},{},{},{},{},{},\"{}\"\n", cell.series, cell.quantity, cell.processes,
                        cell.bytes, field(cell.published * unit), field(cell.simulated * unit),
                        field(cell.formula * unit), field(cell.deviation), cell.calibrated, cell.algorithm);
  }
  return text;
}

}  // namespace collsim
