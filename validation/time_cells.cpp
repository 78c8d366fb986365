#include <fmt/format.h>

#include "validation/material.hpp"

namespace collsim {
namespace {

double seconds_of(const std::optional<Timing>& timing) {
  return timing ? timing->seconds : Report::none;
}

/// "tree", or "mpi_native (recursive_doubling, rabenseifner)".
std::string series_of(const Material& material, const std::string& name) {
  const Portfolio& members = material.portfolio(name);
  if (members.size() == 1) return material.label_of(members.front().algorithm);
  std::string all;
  for (const Member& member : members) all += (all.empty() ? "" : ", ") + material.label_of(member.algorithm);
  return fmt::format("{} ({})", name, all);
}

}  // namespace

std::vector<Report::Cell> time_cells(const Material& material) {
  const CsvTable& table = material.table;
  std::vector<Report::Cell> cells;
  for (const auto& row : table.rows) {
    const std::string& name = table.cell(row, "algorithm");
    const int processes = static_cast<int>(material.number(table.cell(row, "processes")));
    const auto count = static_cast<std::int64_t>(material.number(table.cell(row, "count")));
    const std::string algorithm = material.algorithm(name, count);
    cells.push_back({.what = fmt::format("{}, p = {}, count {}", name, processes, count),
                     .series = series_of(material, name),
                     .algorithm = material.label_of(algorithm),
                     .quantity = "seconds",
                     .processes = processes,
                     .bytes = count * material.type_size,
                     .published = material.number(table.cell(row, "seconds")),
                     .simulated = seconds_of(material.simulated.at(algorithm, processes, count)),
                     .formula = seconds_of(material.formula.at(algorithm, processes, count)),
                     .unit = "s",
                     .row = static_cast<std::size_t>(&row - table.rows.data())});
  }
  return cells;
}

}  // namespace collsim
