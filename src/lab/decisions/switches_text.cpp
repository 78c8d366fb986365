#include <fmt/format.h>

#include <algorithm>

#include "lab/decisions/switches.hpp"
#include "lab/decisions/what_if.hpp"
#include "points/human.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// The columns of the conditions: stretches have their own for the others.
Columns condition_columns() {
  Columns found = race_columns();
  std::erase_if(found, [](const Column& each) { return each.name == "bytes" || each.name == "count"; });
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

/// A stretch under its conditions.
struct SwitchLine : Stretch {
  Row conditions;
};

std::vector<SwitchLine> lines_of(const std::vector<Switches>& found) {
  std::vector<SwitchLine> lines;
  for (const Switches& each : found)
    for (const Stretch& stretch : each.stretches) lines.push_back({stretch, {each.conditions}});
  return lines;
}

std::string share_text(const std::optional<double>& share) {
  return share ? human_percent(*share) : "-";
}

}  // namespace

std::string to_text(const std::vector<Switches>& found) {
  std::vector<ColumnOf<SwitchLine>> columns;
  for (const Column& column : shown_columns(found))
    columns.push_back({{column.name, column.name != "p", column.name == "p"}, [column](const auto& line) {
                         return human_cell(column.cell(line.conditions), column.unit);
                       }});
  columns.insert(
      columns.end(),
      {{{"from", false}, [](const auto& line) { return human_bytes(line.from); }},
       {{"fastest"}, &SwitchLine::algorithm},
       {{"takes", false},
        [](const auto& line) { return human_span(human_seconds(line.first), human_seconds(line.last)); }},
       {{"second: longer by", false},
        [](const auto& line) {
          return line.second.empty()
                     ? "-"
                     : human_span(human_percent(line.least_margin), human_percent(line.most_margin));
        }},
       {{"at half", false}, [](const auto& line) { return share_text(line.cost_at_half); }},
       {{"at twice", false}, [](const auto& line) { return share_text(line.cost_at_twice); }}});
  TextTable table = table_of(columns, lines_of(found));
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

Cells to_cells(const std::vector<Switches>& found) {
  const Columns conditions = condition_columns();
  Cells cells =
      cells_named(conditions, {"from_bytes", "to_bytes", "algorithm", "seconds", "seconds_at_end", "second",
                               "least_margin", "most_margin", "cost_at_half", "cost_at_twice"});
  for (const SwitchLine& each : lines_of(found)) {
    const auto or_none = [&](const Cell& cell) { return each.second.empty() ? Cell() : cell; };
    add_line(cells, conditions, each.conditions,
             {each.from, each.to, each.algorithm, each.first, each.last, or_none(each.second),
              or_none(each.least_margin), or_none(each.most_margin), number_cell(each.cost_at_half),
              number_cell(each.cost_at_twice)});
  }
  return cells;
}

}  // namespace collsim
