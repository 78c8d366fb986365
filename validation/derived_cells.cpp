#include <fmt/format.h>

#include "support/error.hpp"
#include "validation/material.hpp"

namespace collsim {
namespace {

using Cell = Report::Cell;

double megabytes_per_second(const std::optional<Timing>& timing) {
  return timing ? static_cast<double>(timing->bytes) / timing->seconds / 1e6 : Report::none;
}

Cell switch_over_cell(const Material& material, int processes) {
  const std::string& slow = material.algorithm("old");
  const std::string& fast = material.algorithm("new");
  const auto limit = [&](const Times& answers) {
    return switch_over(answers.crossing_of(processes, slow, fast), static_cast<double>(material.type_size));
  };
  const Limit simulated = limit(material.simulated), formula = limit(material.formula);
  return {.what = fmt::format("switch-over count, p = {}", processes),
          .series = fmt::format("new ({})", material.label_of(fast)),
          .algorithm = material.label_of(fast),
          .quantity = "switch_over_count",
          .processes = processes,
          .simulated = simulated.size,
          .formula = formula.size,
          .simulated_words = simulated.words,
          .formula_words = formula.words};
}

Cell bandwidth_cell(const Material& material, const std::string& name, int processes) {
  const std::string& algorithm = material.algorithm(name);
  const auto simulated = material.simulated.largest(algorithm, processes);
  const auto formula = material.formula.largest(algorithm, processes);
  return {.what = fmt::format("bandwidth of {}, p = {}", name, processes),
          .series = fmt::format("{} ({})", name, material.label_of(algorithm)),
          .algorithm = material.label_of(algorithm),
          .quantity = "bandwidth",
          .processes = processes,
          .bytes = simulated ? simulated->bytes
                   : formula ? formula->bytes
                             : 0,
          .simulated = megabytes_per_second(simulated),
          .formula = megabytes_per_second(formula)};
}

/// The time of the old protocol over that of the new one, of the largest vector that both have.
Cell gain_cell(const Material& material, int processes) {
  const Cell slow = bandwidth_cell(material, "old", processes),
             fast = bandwidth_cell(material, "new", processes);
  return {.what = fmt::format("gain of new over old, p = {}", processes),
          .series = fast.series,
          .algorithm = fast.algorithm,
          .quantity = "gain",
          .processes = processes,
          .bytes = fast.bytes,
          .simulated = fast.simulated / slow.simulated,
          .formula = fast.formula / slow.formula};
}

/// A quantity at one communicator size; `quantity` is bandwidth_NAME, gain or switch_over_count.
Cell derived_cell(const Material& material, const std::string& quantity, int processes) {
  const std::string prefix = "bandwidth_";
  if (quantity == "switch_over_count") return switch_over_cell(material, processes);
  if (quantity.starts_with(prefix))
    return bandwidth_cell(material, quantity.substr(prefix.size()), processes);
  if (quantity == "gain") return gain_cell(material, processes);
  throw Error(
      fmt::format("{}: unknown quantity '{}'{}", material.table.file.string(), quantity,
                  suggestion(quantity, {"bandwidth_new", "bandwidth_old", "gain", "switch_over_count"})));
}

/// What a quantity is counted in, and a table must say. Without points nobody knows the size of an element.
void check_unit(const Material& material, const std::string& quantity, const std::string& unit) {
  if (quantity == "switch_over_count" && material.type_size == 0) return;
  const std::string right = quantity == "switch_over_count"
                                ? fmt::format("elements of {} B", material.type_size)
                            : quantity == "gain" ? "times"
                                                 : "MB/s";
  if (unit != right)
    throw Error(fmt::format("{}: {} in '{}'; right would be '{}'", material.table.file.string(), quantity,
                            unit, right));
}

}  // namespace

std::vector<Cell> derived_cells(const Material& material) {
  const CsvTable& table = material.table;
  std::vector<Cell> cells;
  for (const auto& row : table.rows) {
    const double first = material.number(table.cell(row, "first"));
    const double last = material.number(table.cell(row, "last"));
    const std::vector<int> sizes = communicator_sizes(material, row);
    for (const int size : sizes) {
      Cell cell = derived_cell(material, table.cell(row, "quantity"), size);
      cell.unit = table.cell(row, "unit");
      check_unit(material, table.cell(row, "quantity"), cell.unit);
      cell.row = static_cast<std::size_t>(&row - table.rows.data());
      cell.what += ", " + cell.unit;
      if (cell.bytes > 0) cell.what += fmt::format(" at {} B", cell.bytes);
      if (size == sizes.front() || first == last)
        cell.published = first;
      else if (size == sizes.back())
        cell.published = last;
      else
        cell.first = first, cell.last = last;
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

}  // namespace collsim
