#include "points/row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/csv.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

using nlohmann::json;

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

/// A row without an answer has a status and nothing else.
Column outcome_column(const Field<Outcome>& field) {
  const auto cell = [&field](const Row& row) -> Cell {
    return row.outcome.ok() || field.column == "status" ? field.cell(row.outcome) : Cell{};
  };
  return {field.column, cell, field.unit, field.meaning};
}

/// Numbers stay as they are, also those that begin as formulas do.
std::string csv_text(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text ? csv_field(*text) : plain_text(cell);
}

Cells cells_of(const std::vector<Row>& rows, const Columns& shown) {
  Cells cells = cells_named(shown, {});
  for (const auto& row : rows) add_line(cells, shown, row, {});
  return cells;
}

}  // namespace

Cells cells_named(const Columns& columns, const std::vector<std::string>& others) {
  Cells cells;
  for (const Column& column : columns) cells.names.push_back(column.name);
  cells.names.insert(cells.names.end(), others.begin(), others.end());
  return cells;
}

void add_line(Cells& cells, const Columns& columns, const Row& row, const std::vector<Cell>& others) {
  auto& line = cells.lines.emplace_back();
  for (const Column& column : columns) line.push_back(column.cell(row));
  line.insert(line.end(), others.begin(), others.end());
}

std::string plain_text(const Cell& cell) {
  return std::visit(Overloaded{[](std::monostate) { return std::string(); },
                               [](const auto& value) { return fmt::format("{}", value); }},
                    cell);
}

Cell number_cell(double number) {
  return std::isnan(number) ? Cell() : Cell(number);
}

Cell number_cell(const std::optional<double>& number) {
  return number ? Cell(*number) : Cell();
}

const Columns& point_columns() {
  static const Columns shown = [] {
    Columns all;
    for (const auto& field : point_fields())
      all.push_back({field.column, [&field](const Row& row) { return field.cell(row.point); }, field.unit,
                     field.meaning});
    return all;
  }();
  return shown;
}

const Columns& columns() {
  static const Columns shown = [] {
    Columns all = point_columns();
    for (const auto& field : outcome_fields()) all.push_back(outcome_column(field));
    return all;
  }();
  return shown;
}

std::function<std::string(const Point&)> backend_labels(const std::vector<Row>& rows) {
  std::set<NetworkName> networks;
  std::map<BackendName, std::set<NetworkName>> by_backend;
  for (const auto& row : rows) {
    by_backend[row.point.backend].insert(row.point.network);
    if (!row.point.network.empty()) networks.insert(row.point.network);
  }
  const bool several =
      networks.size() > 1 || std::any_of(by_backend.begin(), by_backend.end(),
                                         [](const auto& entry) { return entry.second.size() > 1; });
  return [several](const Point& point) { return backend_label(point.backend, point.network, several); };
}

std::string to_csv(const Cells& cells) {
  std::string text = fmt::format("{}\n", fmt::join(cells.names, ","));
  for (const auto& line : cells.lines) {
    for (std::size_t i = 0; i < line.size(); ++i) text += (i ? "," : "") + csv_text(line[i]);
    text += '\n';
  }
  return text;
}

json to_json(const Cells& cells) {
  json list = json::array();
  for (const auto& line : cells.lines) {
    json& object = list.emplace_back(json::object());
    for (std::size_t i = 0; i < line.size(); ++i)
      std::visit(Overloaded{[&](std::monostate) { object[cells.names[i]] = nullptr; },
                            [&](const auto& value) { object[cells.names[i]] = value; }},
                 line[i]);
  }
  return list;
}

std::string to_csv(const std::vector<Row>& rows, const Columns& shown) {
  return to_csv(cells_of(rows, shown));
}

json to_json(const std::vector<Row>& rows, const Columns& shown) {
  return to_json(cells_of(rows, shown));
}

std::string to_json_text(const Cells& cells) {
  return to_json(cells).dump(1) + "\n";
}

std::string to_json_text(const std::vector<Row>& rows, const Columns& shown) {
  return to_json_text(cells_of(rows, shown));
}

}  // namespace collsim
