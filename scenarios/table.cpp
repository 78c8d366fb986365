#include <fmt/format.h>

#include <set>

#include "scenarios/aligned.hpp"
#include "scenarios/row.hpp"

namespace collsim {
namespace {

struct TextVisitor {
  std::string unit;
  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(const std::string& text) const { return text.empty() ? "-" : text; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const {
    return unit == "B" ? human_bytes(value) : std::to_string(value);
  }
  std::string operator()(double value) const {
    return unit == "s" ? human_seconds(value) : fmt::format("{}", value);
  }
};

std::string human(const Column& column, const Row& row) {
  return std::visit(TextVisitor{column.unit}, column.cell(row));
}

bool holds_text(const Column& column, const std::vector<Row>& rows) {
  return std::holds_alternative<std::string>(column.cell(rows.front()));
}

}  // namespace

std::string human_seconds(double seconds) {
  if (seconds == 0) return "0 s";
  const double size = seconds < 0 ? -seconds : seconds;
  if (size < 1e-6) return fmt::format("{:.4g} ns", seconds * 1e9);
  if (size < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
  if (size < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
  return size < 1e4 ? fmt::format("{:.4g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string human_bytes(std::int64_t bytes) {
  for (const auto& [shift, unit] : {std::pair{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}) {
    const std::int64_t size = std::int64_t{1} << shift;
    if (bytes >= size && bytes % size == 0) return fmt::format("{} {}", bytes / size, unit);
    if (bytes >= 10 * size)
      return fmt::format("{:.1f} {}", static_cast<double>(bytes) / static_cast<double>(size), unit);
  }
  return fmt::format("{} B", bytes);
}

std::string human_percent(double share) {
  if (share == 0) return "0 %";
  if (share < 0.0005) return "< 0.1 %";
  return share < 10 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

std::string to_table(const std::vector<Row>& rows, const Columns& shown) {
  if (rows.empty()) return "no rows\n";
  static const std::set<std::string> always = {"algorithm", "backend", "p", "bytes", "seconds", "status"};
  TextTable table;
  table.headings.push_back({"#", false});
  for (std::size_t i = 0; i < rows.size(); ++i) table.lines.push_back({std::to_string(i + 1)});
  for (const auto& column : shown) {
    table.headings.push_back({column.name, holds_text(column, rows), always.contains(column.name)});
    for (std::size_t i = 0; i < rows.size(); ++i) table.lines[i].push_back(human(column, rows[i]));
  }
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

}  // namespace collsim
