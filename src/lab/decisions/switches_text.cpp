#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lab/decisions/switches.hpp"
#include "points/human.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// The columns of the conditions: stretches have their own for the others.
Columns condition_columns() {
  static const std::set<std::string> others = {"algorithm", "options", "bytes", "count"};
  Columns found = point_columns();
  std::erase_if(found, [](const Column& column) { return others.contains(column.name); });
  return found;
}

/// The columns in which some conditions are not the usual ones, and the processes.
Columns shown_columns(const std::vector<Switches>& found) {
  Columns shown = condition_columns();
  std::erase_if(shown, [&](const Column& column) {
    const Cell usual = column.cell({Point()});
    return column.name != "p" && std::ranges::all_of(found, [&](const Switches& each) {
             return column.cell({each.conditions}) == usual;
           });
  });
  return shown;
}

std::string range(const std::string& first, const std::string& last) {
  return first == last ? first : first + " .. " + last;
}

std::string share_text(const std::optional<double>& share) {
  return share ? human_percent(*share) : "-";
}

}  // namespace

std::string to_text(const std::vector<Switches>& found) {
  const Columns conditions = shown_columns(found);
  TextTable table;
  for (const Column& column : conditions)
    table.headings.push_back({column.name, column.name != "p", column.name == "p"});
  for (const char* name : {"from", "fastest", "takes", "second: longer by", "at half", "at twice"})
    table.headings.push_back({name, std::string(name) == "fastest"});
  for (const Switches& each : found)
    for (const Stretch& stretch : each.stretches) {
      auto& line = table.lines.emplace_back();
      for (const Column& column : conditions)
        line.push_back(human_cell(column.cell({each.conditions}), column.unit));
      line.insert(line.end(), {human_bytes(stretch.from), stretch.algorithm,
                               range(human_seconds(stretch.first), human_seconds(stretch.last)),
                               stretch.second.empty() ? "-"
                                                      : range(human_percent(stretch.least_margin),
                                                              human_percent(stretch.most_margin)),
                               share_text(stretch.cost_at_half), share_text(stretch.cost_at_twice)});
    }
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

Cells to_cells(const std::vector<Switches>& found) {
  const Columns conditions = condition_columns();
  Cells cells;
  for (const Column& column : conditions) cells.names.push_back(column.name);
  for (const char* name : {"from_bytes", "to_bytes", "algorithm", "seconds", "seconds_at_end", "second",
                           "least_margin", "most_margin", "cost_at_half", "cost_at_twice"})
    cells.names.emplace_back(name);
  const auto or_empty = [](const std::optional<double>& share) { return share ? Cell(*share) : Cell(); };
  for (const Switches& each : found)
    for (const Stretch& stretch : each.stretches) {
      auto& line = cells.lines.emplace_back();
      for (const Column& column : conditions) line.push_back(column.cell({each.conditions}));
      const bool alone = stretch.second.empty();
      line.insert(line.end(),
                  {stretch.from, stretch.to, stretch.algorithm, stretch.first, stretch.last,
                   alone ? Cell() : Cell(stretch.second), alone ? Cell() : Cell(stretch.least_margin),
                   alone ? Cell() : Cell(stretch.most_margin), or_empty(stretch.cost_at_half),
                   or_empty(stretch.cost_at_twice)});
    }
  return cells;
}

}  // namespace collsim
