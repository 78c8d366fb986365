#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "decisions/what_if.hpp"
#include "decisions/winners.hpp"
#include "points/human.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr std::size_t most_lines = 60;  // that a person reads
constexpr std::size_t most_races = 5;   // that are told one by one

std::string seconds_text(const Outcome& outcome) {
  return outcome.ok() ? human_seconds(outcome.seconds) : outcome.status.text();
}

std::string ratio_text(double times) {
  return fmt::format("x{:.3g}", times);
}

/// "12.3 us  x0.51"
std::string changed_text(const Outcome& baseline, const Outcome& changed) {
  const auto times = ratio(baseline, changed);
  return seconds_text(changed) + (times ? "  " + ratio_text(*times) : "");
}

std::string by_row(const WhatIf& what_if) {
  static const std::set<std::string> always = {"algorithm", "backend", "p", "bytes"}, hidden = {"options"};
  TextTable table;
  table.lines.resize(what_if.baseline.size());
  for (const auto& column : point_columns()) {
    if (hidden.contains(column.name)) continue;
    const Cell first = column.cell(what_if.baseline.front());
    table.headings.push_back(
        {column.name, std::holds_alternative<std::string>(first), always.contains(column.name)});
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
      const Row& row = what_if.baseline[i];
      table.lines[i].push_back(column.name == "algorithm" ? label(row.point)
                                                          : human_cell(column.cell(row), column.unit));
    }
  }
  const auto add = [&](const std::string& name, const auto& text) {
    table.headings.push_back({name, false});
    for (std::size_t i = 0; i < table.lines.size(); ++i) table.lines[i].push_back(text(i));
  };
  add("baseline", [&](std::size_t i) { return seconds_text(what_if.baseline[i].outcome); });
  for (const auto& side : what_if.sides)
    add(side.change,
        [&](std::size_t i) { return changed_text(what_if.baseline[i].outcome, side.outcomes[i]); });
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

/// "x0.52 .. x0.98", or "-".
std::string span_text(const std::vector<double>& ratios) {
  if (ratios.empty()) return "-";
  const auto [least, most] = std::ranges::minmax(ratios);
  const std::string low = ratio_text(least), high = ratio_text(most);
  return low == high ? low : low + " .. " + high;
}

std::string by_algorithm(const WhatIf& what_if) {
  const auto backend_of = backend_labels(what_if.baseline);
  std::map<std::pair<std::string, std::string>, std::vector<std::vector<double>>> ratios;
  for (std::size_t i = 0; i < what_if.baseline.size(); ++i) {
    const Row& row = what_if.baseline[i];
    auto& line = ratios[{label(row.point), backend_of(row.point)}];
    line.resize(what_if.sides.size());
    for (std::size_t side = 0; side < line.size(); ++side)
      if (const auto times = ratio(row.outcome, what_if.sides[side].outcomes[i]))
        line[side].push_back(*times);
  }
  TextTable table{.headings = {{"algorithm"}, {"backend"}}, .lines = {}};
  for (const auto& side : what_if.sides) table.headings.push_back({side.change, false});
  for (const auto& [names, sides] : ratios) {
    auto& line = table.lines.emplace_back(std::vector<std::string>{names.first, names.second});
    for (const auto& side : sides) line.push_back(span_text(side));
  }
  return "Time over the baseline's, the least and the most of all rows:\n" + aligned(table);
}

/// Who is the fastest in each race.
template <class Time>
std::map<Point, Winner> fastest(const std::vector<Row>& rows, const Time& outcome) {
  std::map<Point, std::vector<Timing>> races;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const Point& point = rows[i].point; outcome(i).ok())
      races[race(point)].push_back({label(point), point.processes, point.bytes(), outcome(i).seconds});
  std::map<Point, Winner> found;
  for (const auto& [asked, timings] : races) found.emplace(asked, winners(timings).front());
  return found;
}

/// Where another algorithm becomes the fastest; nothing where only one was asked.
std::string winners_text(const WhatIf& what_if, const WhatIf::Side& side) {
  const auto& rows = what_if.baseline;
  const auto backend_of = backend_labels(rows);
  const auto before = fastest(rows, [&](std::size_t i) { return rows[i].outcome; });
  const auto after = fastest(rows, [&](std::size_t i) { return side.outcomes[i]; });
  std::size_t changed = 0;
  std::string examples;
  for (const auto& [asked, winner] : before) {
    const auto now = after.find(asked);
    if (now == after.end() || now->second.algorithms == winner.algorithms) continue;
    if (++changed <= most_races)
      examples += fmt::format("  p = {}, {}, {}: {} -> {}\n", asked.processes, human_bytes(asked.bytes()),
                              backend_of(asked), winner.name(), now->second.name());
  }
  if (changed > most_races) examples += fmt::format("  and {} more\n", changed - most_races);
  return fmt::format("{}: the fastest algorithm changes in {} of {} cells{}\n{}", side.change, changed,
                     before.size(), changed > 0 ? ":" : "", examples);
}

}  // namespace

std::string to_text(const WhatIf& what_if) {
  std::string text = what_if.baseline.size() > most_lines ? by_algorithm(what_if) : by_row(what_if);
  const auto algorithm = [](const Row& row) { return label(row.point); };
  const std::string first = algorithm(what_if.baseline.front());
  if (std::ranges::all_of(what_if.baseline, [&](const Row& row) { return algorithm(row) == first; }))
    return text;
  for (const auto& side : what_if.sides) text += winners_text(what_if, side);
  return text;
}

}  // namespace collsim
