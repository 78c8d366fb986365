#include "points/row.hpp"

#include <fmt/format.h>

#include <set>

namespace collsim {
namespace {

using nlohmann::json;

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

using Field =
    std::variant<double Outcome::*, int Outcome::*, std::int64_t Outcome::*, std::string Outcome::*>;

struct OutcomeField {
  const char* name;
  Field field;
  const char* unit = "";
};

const std::vector<OutcomeField>& outcome_fields() {
  static const std::vector<OutcomeField> fields = {
      {"seconds", &Outcome::seconds, "s"},
      {"seconds_low", &Outcome::seconds_low, "s"},
      {"seconds_high", &Outcome::seconds_high, "s"},
      {"seconds_mean", &Outcome::seconds_mean, "s"},
      {"seconds_rank0", &Outcome::seconds_rank0, "s"},
      {"since_last_arrival", &Outcome::since_last_arrival, "s"},
      {"repetitions", &Outcome::repetitions},
      {"messages", &Outcome::messages},
      {"bytes_sent", &Outcome::bytes_sent, "B"},
      {"status", &Outcome::status},
  };
  return fields;
}

Cell cell_of(int value) {
  return std::int64_t{value};
}
Cell cell_of(const auto& value) {
  return value;
}

/// A row without an answer has a status and nothing else.
Column outcome_column(const OutcomeField& field) {
  const auto cell = [field](const Row& row) -> Cell {
    if (!row.outcome.ok() && std::string(field.name) != "status") return {};
    return std::visit([&](auto member) { return cell_of(row.outcome.*member); }, field.field);
  };
  return {field.name, cell, field.unit};
}

std::string joined(const std::map<std::string, std::string>& values) {
  return Options(values).to_string();
}

/// As a scenario names it; only fast points have one.
std::string schedule(const Point& point) {
  return point.backend != "fast" ? "" : point.record ? "recorded" : "fibers";
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string escaped;
  for (const char c : text) escaped += c == '"' ? "\"\"" : std::string(1, c);
  return '"' + escaped + '"';
}

std::string csv_text(const Cell& cell) {
  return std::visit(Overloaded{[](std::monostate) { return std::string(); },
                               [](const std::string& text) { return quoted(text); },
                               [](auto value) { return fmt::format("{}", value); }},
                    cell);
}

Cells cells_of(const std::vector<Row>& rows, const Columns& shown) {
  Cells cells;
  for (const auto& column : shown) cells.names.push_back(column.name);
  for (const auto& row : rows) {
    auto& line = cells.lines.emplace_back();
    for (const auto& column : shown) line.push_back(column.cell(row));
  }
  return cells;
}

}  // namespace

const Columns& point_columns() {
  static const Columns shown = {
      {"collective", [](const Row& row) { return row.point.collective; }},
      {"algorithm", [](const Row& row) { return row.point.algorithm; }},
      {"options", [](const Row& row) { return row.point.options.to_string(); }},
      {"backend", [](const Row& row) { return row.point.backend; }},
      {"network", [](const Row& row) { return row.point.network; }},
      {"schedule", [](const Row& row) { return schedule(row.point); }},
      {"platform", [](const Row& row) { return row.point.platform; }},
      {"overrides", [](const Row& row) { return joined(row.point.overrides); }},
      {"p", [](const Row& row) { return cell_of(row.point.processes); }},
      {"ppn", [](const Row& row) { return cell_of(row.point.ppn); }},
      {"mapping", [](const Row& row) { return row.point.mapping; }},
      {"bytes", [](const Row& row) { return row.point.bytes(); }, "B"},
      {"count", [](const Row& row) { return row.point.count; }},
      {"type", [](const Row& row) { return row.point.type; }},
      {"op", [](const Row& row) { return row.point.op; }},
      {"root", [](const Row& row) { return cell_of(row.point.root); }},
      {"distribution", [](const Row& row) { return row.point.distribution; }},
      {"in_place", [](const Row& row) { return row.point.in_place; }},
      {"data", [](const Row& row) { return row.point.data; }},
      {"loop", [](const Row& row) { return cell_of(row.point.loop); }},
  };
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
  std::set<std::string> networks;
  for (const auto& row : rows)
    if (!row.point.network.empty()) networks.insert(row.point.network);
  return [several = networks.size() > 1](const Point& point) {
    return backend_label(point.backend, point.network, several);
  };
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

json outcome_to_json(const Outcome& outcome) {
  json object = json::object();
  for (const auto& [name, field, unit] : outcome_fields())
    std::visit([&, key = name](auto member) { object[key] = outcome.*member; }, field);
  return object;
}

Outcome outcome_from_json(const json& object) {
  Outcome outcome;
  for (const auto& [name, field, unit] : outcome_fields())
    std::visit([&, key = name](auto member) { object.at(key).get_to(outcome.*member); }, field);
  return outcome;
}

}  // namespace collsim
