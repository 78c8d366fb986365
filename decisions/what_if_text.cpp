#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "decisions/what_if.hpp"
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

/// Where another algorithm becomes the fastest.
std::string winners_text(const WhatIf& what_if, const WhatIf::Side& side) {
  const auto backend_of = backend_labels(what_if.baseline);
  const auto changed = new_winners(what_if, side);
  std::string text = fmt::format("{}: the fastest algorithm changes in {} of {} cells{}\n", side.change,
                                 changed.size(), races(what_if.baseline).size(), changed.empty() ? "" : ":");
  for (std::size_t i = 0; i < std::min(changed.size(), most_races); ++i)
    text += fmt::format("  p = {}, {}, {}: {} -> {}\n", changed[i].race.processes,
                        human_bytes(changed[i].race.bytes()), backend_of(changed[i].race), changed[i].before,
                        changed[i].now);
  return text +
         (changed.size() > most_races ? fmt::format("  and {} more\n", changed.size() - most_races) : "");
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
