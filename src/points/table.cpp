#include <fmt/format.h>

#include <set>
#include <utility>

#include "points/human.hpp"
#include "points/row.hpp"
#include "support/human.hpp"
#include "support/printable.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// Shows bytes as human_bytes() does, but never rounded, so that it can be asked again.
std::string exact_bytes(std::int64_t bytes) {
  for (const auto& [shift, unit] : {std::pair{30, "GiB"}, {20, "MiB"}, {10, "KiB"}})
    if (bytes > 0 && bytes % (std::int64_t{1} << shift) == 0)
      return fmt::format("{} {}", bytes >> shift, unit);
  return fmt::format("{} B", bytes);
}

struct TextVisitor {
  std::string unit;
  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(const std::string& text) const { return text.empty() ? "-" : printable(text); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const {
    return unit == "B" ? exact_bytes(value) : std::to_string(value);
  }
  std::string operator()(double value) const {
    return unit == "s" ? human_seconds(value) : unit == "%" ? human_percent(value) : fmt::format("{}", value);
  }
};

}  // namespace

std::string human_cell(const Cell& cell, const std::string& unit) {
  return std::visit(TextVisitor{unit}, cell);
}

TextTable text_table(const std::vector<Row>& rows, const Columns& shown) {
  static const std::set<std::string> always = {"algorithm", "backend", "p", "bytes", "seconds", "status"};
  std::vector<ColumnOf<Row>> columns;
  for (const Column& column : shown)
    columns.push_back({{column.name, std::holds_alternative<std::string>(column.cell(rows.front())),
                        always.contains(column.name)},
                       [&column](const Row& row) { return human_cell(column.cell(row), column.unit); }});
  return table_of(columns, rows);
}

std::string to_table(const std::vector<Row>& rows, const Columns& shown) {
  if (rows.empty()) return "no rows\n";
  TextTable table = text_table(rows, shown);
  table.headings.insert(table.headings.begin(), {"#", false});
  for (std::size_t i = 0; i < rows.size(); ++i)
    table.lines[i].insert(table.lines[i].begin(), std::to_string(i + 1));
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

}  // namespace collsim
