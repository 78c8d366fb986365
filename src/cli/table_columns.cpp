#include "cli/table_columns.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "support/range.hpp"

namespace collsim {
namespace {

Columns named(const std::string& asked, const Columns& known) {
  std::vector<std::string> names;
  for (const Column& column : known) names.push_back(column.name);
  Columns shown;
  for (const std::string& name : split_list(asked)) {
    const auto found = std::ranges::find(known, name, &Column::name);
    if (found == known.end())
      throw Error("--columns: no column is called '" + name + "'" + suggestion(name, names));
    shown.push_back(*found);
  }
  return shown;
}

/// Whether some row differs from what a point is if nobody says.
bool is_set(const Column& column, const std::vector<Row>& rows) {
  const Cell usual = column.cell({});
  return std::ranges::any_of(rows, [&](const Row& row) { return column.cell(row) != usual; });
}

/// Whether a backend answers in several ways, of which the column says which.
bool tells_ways_apart(const Column& column, const std::vector<Row>& rows) {
  std::map<BackendName, Cell> ways;
  return std::ranges::any_of(rows, [&](const Row& row) {
    return ways.emplace(row.point.backend, column.cell(row)).first->second != column.cell(row);
  });
}

/// The times that say what late ranks cost, only where there are some.
bool tells(const Column& column, const std::vector<Row>& rows) {
  static const std::set<std::string> always = {"algorithm", "backend",  "bytes",   "collective", "op",
                                               "p",         "platform", "seconds", "status",     "type"};
  static const std::set<std::string> of_late_ranks = {"seconds_early", "seconds_mean"};
  static const std::set<std::string> where_told = {"idle_share", "load_balance"};
  static const std::set<std::string> in_others = {"count", "options"};  // bytes, and the algorithm's label
  if (always.contains(column.name)) return true;
  if (of_late_ranks.contains(column.name))
    return std::ranges::any_of(rows, [](const Row& row) { return !row.point.arrival.none(); });
  if (where_told.contains(column.name)) return is_set(column, rows);
  if (column.name == "network" || column.name == "schedule") return tells_ways_apart(column, rows);
  const auto& of_points = point_columns();
  return !in_others.contains(column.name) &&
         std::ranges::find(of_points, column.name, &Column::name) != of_points.end() && is_set(column, rows);
}

}  // namespace

Columns table_columns(const std::vector<Row>& rows, const std::string& asked, const Columns& known) {
  if (asked == all_columns) return known;
  if (!asked.empty()) return named(asked, known);
  Columns shown;
  for (const Column& column : known)
    if (tells(column, rows)) shown.push_back(column);
  for (Column& column : shown)
    if (column.name == "algorithm") column.cell = [](const Row& row) { return label(row.point); };
  return shown;
}

}  // namespace collsim
