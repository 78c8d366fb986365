#include <fmt/format.h>

#include <sstream>

#include "support/error.hpp"
#include "validation/material.hpp"

namespace collsim {
namespace {

using Cell = Report::Cell;

/// Bytes of the vector per byte of what the row's size counts.
double unit_of(const Material& material, const std::string& of, int processes) {
  if (of == "vector") return 1;
  if (of == "message") return processes;
  throw Error(fmt::format("{}: a switch-over is of a '{}'; right would be vector or message",
                          material.table.file.string(), of));
}

Cell switch_over_cell(const Material& material, const std::vector<std::string>& row, int processes) {
  const auto at = [&](const char* name) { return material.table.cell(row, name); };
  const double unit = unit_of(material, at("of"), processes);
  const auto limit = [&](const Times& answers) {
    return switch_over(answers.crossing_of(processes, at("short"), at("long")), unit);
  };
  const Limit simulated = limit(material.simulated), formula = limit(material.formula);
  return {.what = fmt::format("{} to {}, p = {}, {}", at("short"), at("long"), processes, at("of")),
          .series = at("long"),
          .algorithm = material.label_of(at("long")),
          .quantity = "switch_over_bytes",
          .processes = processes,
          .published = material.number(at("switch_over_bytes")),
          .simulated = simulated.size,
          .formula = formula.size,
          .unit = "B",
          .simulated_words = simulated.words,
          .formula_words = formula.words};
}

}  // namespace

Limit switch_over(const Crossing& crossing, double unit) {
  using Kind = Crossing::Kind;
  const double size = crossing.bytes / unit;
  switch (crossing.kind) {
    case Kind::unknown:
      return {};
    case Kind::first_faster:
      return {.words = "never"};
    case Kind::second_faster:
      if (size > 1) return {.words = fmt::format("< {:g}", size)};
      return {.size = 1, .words = "always"};
    case Kind::crosses:
      return {.size = size};
  }
  return {};
}

std::vector<int> communicator_sizes(const Material& material, const std::vector<std::string>& row) {
  std::vector<int> sizes;
  std::istringstream stream(material.table.cell(row, "communicator_sizes"));
  for (int size = 0; stream >> size;) sizes.push_back(size);
  return sizes;
}

std::vector<Cell> switch_over_cells(const Material& material) {
  std::vector<Cell> cells;
  const std::size_t collective = material.table.column("collective");
  for (const auto& row : material.table.rows) {
    if (row[collective] != material.collective) continue;
    for (const int size : communicator_sizes(material, row)) {
      cells.push_back(switch_over_cell(material, row, size));
      cells.back().row = static_cast<std::size_t>(&row - material.table.rows.data());
    }
  }
  if (cells.empty() && !material.collective.empty())
    throw Error(fmt::format("{}: has no row of {}", material.table.file.string(), material.collective));
  return cells;
}

}  // namespace collsim
