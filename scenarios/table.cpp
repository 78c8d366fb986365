#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

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

using Lines = std::vector<std::vector<std::string>>;  // the first is the header

/// Columns padded to their widest cell: numbers to the right, texts to the left.
std::string aligned(const Lines& lines, const std::vector<bool>& is_text) {
  std::vector<std::size_t> widths(is_text.size(), 0);
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const auto& line : lines) {
    std::string padded;
    for (std::size_t i = 0; i < line.size(); ++i)
      padded += is_text[i] ? fmt::format("{:<{}}  ", line[i], widths[i])
                           : fmt::format("{:>{}}  ", line[i], widths[i]);
    text += padded.substr(0, padded.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

bool holds_text(const Column& column, const std::vector<Row>& rows) {
  return std::holds_alternative<std::string>(column.cell(rows.front()));
}

/// What a row asks, its algorithm and size left out: the rows to choose among.
using Question = std::tuple<std::string, std::string, std::string, std::string, int, int, std::string>;

Question question(const Row& row) {
  const Point& point = row.point;
  return {point.collective, point.backend, point.platform, Options(point.overrides).to_string(),
          point.processes,  point.ppn,     point.mapping};
}

/// The fastest row of each size.
using Winners = std::map<std::int64_t, const Row*>;

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

std::string to_table(const std::vector<Row>& rows, const Columns& shown) {
  if (rows.empty()) return "no rows\n";
  static const std::vector<std::string> always = {"algorithm", "backend", "p", "bytes", "seconds", "status"};
  std::string shared;
  Lines lines(rows.size() + 1);
  lines[0].push_back("#");
  for (std::size_t i = 0; i < rows.size(); ++i) lines[i + 1].push_back(std::to_string(i + 1));
  std::vector<bool> is_text = {false};
  for (const auto& column : shown) {
    const auto same = [&](const Row& row) { return column.cell(row) == column.cell(rows.front()); };
    if (std::all_of(rows.begin(), rows.end(), same) &&
        std::count(always.begin(), always.end(), column.name) == 0) {
      const std::string value = human(column, rows.front());
      if (value != "-") shared += (shared.empty() ? "" : ", ") + column.name + " " + value;
      continue;
    }
    is_text.push_back(holds_text(column, rows));
    lines[0].push_back(column.name);
    for (std::size_t i = 0; i < rows.size(); ++i) lines[i + 1].push_back(human(column, rows[i]));
  }
  return (shared.empty() ? "" : "all: " + shared + "\n") + aligned(lines, is_text);
}

std::string best_table(const std::vector<Row>& rows) {
  std::map<Question, Winners> asked;
  for (const auto& row : rows) {
    if (!row.outcome.ok()) continue;
    const Row*& best = asked[question(row)][row.point.bytes()];
    if (!best || row.outcome.seconds < best->outcome.seconds) best = &row;
  }
  Lines lines = {{"collective", "backend", "platform", "overrides", "p", "ppn", "mapping", "from", "to",
                  "best", "takes", "to"}};
  for (const auto& [key, winners] : asked) {
    const auto& [collective, backend, platform, overrides, processes, ppn, mapping] = key;
    std::string reigning;
    for (const auto& [bytes, row] : winners) {
      const std::string best = label(row->point);
      if (best != reigning)
        lines.push_back({collective, backend, platform, overrides.empty() ? "-" : overrides,
                         std::to_string(processes), std::to_string(ppn), mapping, human_bytes(bytes), "",
                         best, human_seconds(row->outcome.seconds), ""});
      reigning = best;
      lines.back()[8] = human_bytes(bytes);
      lines.back()[11] = human_seconds(row->outcome.seconds);
    }
  }
  return aligned(lines, {true, true, true, true, false, false, true, false, false, true, false, false});
}

}  // namespace collsim
