#include "evidence/validation/repeated.hpp"

#include <fmt/format.h>

#include <map>

#include "backends/backend.hpp"
#include "lab/decisions/judged.hpp"
#include "points/launches.hpp"
#include "points/row.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

using CsvLine = std::vector<std::string>;

/// The measured rows of a table that have a time, behind their questions.
std::vector<std::pair<CsvLine, CsvLine>> measured(const CsvTable& table) {
  std::vector<std::pair<CsvLine, CsvLine>> found;
  for (const CsvLine& row : table.rows) {
    const bool native = backend(BackendName(table.cell(row, "backend"))).measures();
    if (!native || table.cell(row, "status") != "ok") continue;
    CsvLine question;
    for (const Column& column : point_columns())
      if (column.name != "platform") question.push_back(table.cell(row, column.name));  // a label
    found.emplace_back(question, row);
  }
  return found;
}

std::string name_of(const CsvTable& table, const CsvLine& row) {
  const auto at = [&](const char* name) { return table.cell(row, name); };
  return fmt::format("{}/{}, p {}, bytes {}", at("collective"),
                     label(at("collective"), at("algorithm"), at("options")), at("p"), at("bytes"));
}

}  // namespace

Repeated compare_runs(const CsvTable& first, const CsvTable& second) {
  Repeated repeated;
  const auto rows = measured(second);
  const std::map<CsvLine, CsvLine> others(rows.begin(), rows.end());
  for (const auto& [question, row] : measured(first)) {
    const auto other = others.find(question);
    if (other == others.end()) continue;
    if (first.cell(row, "interval_low").empty() || second.cell(other->second, "interval_low").empty()) {
      ++repeated.without_interval;
      continue;
    }
    const auto number = [](const CsvTable& table, const CsvLine& line, const char* column) {
      return table.number<double>(table.cell(line, column));
    };
    const auto interval = [&](const CsvTable& table, const CsvLine& line) {
      return RealInterval{number(table, line, "interval_low"), number(table, line, "interval_high")};
    };
    repeated.points.push_back(
        {.name = name_of(first, row),
         .ratio = number(second, other->second, "seconds") / number(first, row, "seconds"),
         .interval = ratio_interval(interval(second, other->second), interval(first, row))});
  }
  return repeated;
}

std::string to_text(const Repeated& repeated) {
  const auto& points = repeated.points;
  if (points.empty())
    throw Error(
        fmt::format("no point was measured by {} launches or more in both; right would be two folders of "
                    "runs with --launch or --testbed",
                    enough_launches));
  std::vector<double> deviations;
  std::vector<RepeatedPoint> apart;
  for (const RepeatedPoint& each : points) {
    deviations.push_back(each.ratio - 1);
    if (!each.same()) apart.push_back(each);
  }
  const Errors errors = errors_of(deviations);
  const std::size_t same = points.size() - apart.size();
  std::string text = fmt::format(
      "Of {} points, the interval of the ratio of both runs contains 1 in {} ({}).\n"
      "|ratio - 1|: median {}, 90th percentile {}, worst {}.\n",
      points.size(), same, human_percent(static_cast<double>(same) / static_cast<double>(points.size())),
      human_percent(errors.median), human_percent(errors.ninetieth), human_percent(errors.worst));
  if (repeated.without_interval > 0)
    text += fmt::format("{} points more have fewer than {} launches in one of them.\n",
                        repeated.without_interval, enough_launches);
  const std::vector<ColumnOf<RepeatedPoint>> columns = {
      {{"point"}, &RepeatedPoint::name},
      {{"ratio", false}, [](const auto& each) { return fmt::format("{:.3f}", each.ratio); }},
      {{"interval", false}, [](const auto& each) {
         return fmt::format("{:.3f} .. {:.3f}", each.interval.low, each.interval.high);
       }}};
  return apart.empty() ? text : text + "\n" + markdown(table_of(columns, apart));
}

}  // namespace collsim
