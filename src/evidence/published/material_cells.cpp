#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "evidence/published/material.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using CsvRow = std::vector<std::string>;
using AnswerOf = std::function<NumberOrWords(const Times&)>;

Score with_answers(Score cell, const Material& material, const AnswerOf& answer) {
  cell.simulated = answer(material.simulated);
  cell.formula = answer(material.formula);
  return cell;
}

/// "tree", or "mpi_native (recursive_doubling, rabenseifner)".
std::string series_of(const Material& material, const std::string& name) {
  const Portfolio& members = material.portfolio(name);
  if (members.size() == 1) return material.label_of(members.front().algorithm);
  std::string all;
  for (const Member& member : members) all += (all.empty() ? "" : ", ") + material.label_of(member.algorithm);
  return fmt::format("{} ({})", name, all);
}

/// Header algorithm,processes,count,seconds: one time per row.
std::vector<Score> times_in(const Material& material, const CsvRow& row) {
  const std::string& name = material.table.cell(row, "algorithm");
  const int processes = static_cast<int>(material.number(material.table.cell(row, "processes")));
  const auto count = static_cast<std::int64_t>(material.number(material.table.cell(row, "count")));
  const std::string algorithm = material.algorithm(name, count);
  const double seconds = material.number(material.table.cell(row, "seconds"));
  return {with_answers({.what = fmt::format("{}, p = {}, count {}", name, processes, count),
                        .series = series_of(material, name),
                        .algorithm = material.label_of(algorithm),
                        .quantity = "seconds",
                        .processes = processes,
                        .bytes = count * material.type_size,
                        .unit = "s",
                        .published = {seconds, seconds}},
                       material, [&](const Times& times) {
                         const auto timing = times.timing_at(algorithm, processes, count);
                         return NumberOrWords{timing ? timing->seconds : Score::none};
                       })};
}

std::vector<int> communicator_sizes(const Material& material, const CsvRow& row) {
  std::vector<int> sizes;
  std::istringstream stream(material.table.cell(row, "communicator_sizes"));
  for (int size = 0; stream >> size;) sizes.push_back(size);
  return sizes;
}

/// From which size on, in units of `unit` bytes, the second of two algorithms is faster than the first.
NumberOrWords switch_over(const Crossing& crossing, double unit) {
  const double size = crossing.bytes / unit;
  switch (crossing.kind) {
    case Crossing::Kind::unknown:
      return {};
    case Crossing::Kind::first_faster:
      return {.words = "never"};
    case Crossing::Kind::second_faster:
      if (size > 1) return {.words = fmt::format("< {:g}", size)};
      return {.number = 1, .words = "always"};
    case Crossing::Kind::crosses:
      return {.number = size};
  }
  return {};
}

/// Bytes of the vector per byte of what the row's size counts.
double unit_of(const Material& material, const std::string& of, int processes) {
  if (of == "vector") return 1;
  if (of == "message") return processes;
  throw Error(fmt::format("{}: a switch-over is of a '{}'; right would be vector or message",
                          material.table.file.string(), of));
}

/// Header collective,communicator_sizes,short,long,of,switch_over_bytes: a cell per communicator size for each row of the
/// collective, the bytes from which the algorithm `long` takes over from `short`.
std::vector<Score> limits_in(const Material& material, const CsvRow& row) {
  const auto at = [&](const char* name) { return material.table.cell(row, name); };
  std::vector<Score> cells;
  if (at("collective") != material.collective) return cells;
  const double published = material.number(at("switch_over_bytes"));
  for (const int processes : communicator_sizes(material, row)) {
    const double unit = unit_of(material, at("of"), processes);
    cells.push_back(with_answers(
        {.what = fmt::format("{} to {}, p = {}, {}", at("short"), at("long"), processes, at("of")),
         .series = at("long"),
         .algorithm = material.label_of(at("long")),
         .quantity = "switch_over_bytes",
         .processes = processes,
         .unit = "B",
         .published = {published, published}},
        material, [&](const Times& times) {
          return switch_over(times.crossing_of(processes, at("short"), at("long")), unit);
        }));
  }
  return cells;
}

/// In bytes per microsecond, of the longest vector.
double bandwidth_of(const std::optional<Timing>& timing) {
  return timing ? static_cast<double>(timing->bytes) / timing->seconds / 1e6 : Score::none;
}

/// A quantity at one communicator size: bandwidth_NAME; or, of two names, gain or switch_over_count.
Score derived_cell(const Material& material, const std::string& quantity, int processes) {
  const std::string prefix = "bandwidth_";
  const bool of_one = quantity.starts_with(prefix);
  if (!of_one && quantity != "gain" && quantity != "switch_over_count") {
    std::vector<std::string> known = {"gain", "switch_over_count"};
    for (const auto& [name, ours] : material.companion.algorithms) known.push_back(prefix + name);
    throw Error(fmt::format("{}: unknown quantity '{}'{}", material.table.file.string(), quantity,
                            suggestion(quantity, known)));
  }
  const auto [slow_name, name] =
      of_one ? std::pair(std::string(), quantity.substr(prefix.size())) : material.compared();
  const std::string& algorithm = material.algorithm(name);
  Score cell{.series = fmt::format("{} ({})", name, material.label_of(algorithm)),
             .algorithm = material.label_of(algorithm),
             .quantity = of_one ? "bandwidth" : quantity,
             .processes = processes};
  if (quantity == "switch_over_count") {
    cell.what = fmt::format("switch-over count, p = {}", processes);
    return with_answers(cell, material, [&, slow = material.algorithm(slow_name)](const Times& times) {
      return switch_over(times.crossing_of(processes, slow, algorithm),
                         static_cast<double>(material.type_size));
    });
  }
  const auto simulated = material.simulated.largest(algorithm, processes);
  const auto formula = material.formula.largest(algorithm, processes);
  cell.bytes = simulated ? simulated->bytes : formula ? formula->bytes : 0;
  cell.what = of_one ? fmt::format("bandwidth of {}, p = {}", name, processes)
                     : fmt::format("gain of {} over {}, p = {}", name, slow_name, processes);
  const std::string slow = of_one ? "" : material.algorithm(slow_name);
  return with_answers(cell, material, [&](const Times& times) {
    const double bandwidth = bandwidth_of(times.largest(algorithm, processes));
    return NumberOrWords{of_one ? bandwidth : bandwidth / bandwidth_of(times.largest(slow, processes))};
  });
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

/// Header collective,communicator_sizes,quantity,first,last,unit: a cell per communicator size. Only the
/// smallest and the largest of a row have a number of their own, unless the two agree: then it is that of all
/// between.
std::vector<Score> derived_in(const Material& material, const CsvRow& row) {
  const auto at = [&](const char* name) { return material.table.cell(row, name); };
  const double first = material.number(at("first")), last = material.number(at("last"));
  const std::vector<int> sizes = communicator_sizes(material, row);
  std::vector<Score> cells;
  for (const int size : sizes) {
    Score cell = derived_cell(material, at("quantity"), size);
    cell.unit = at("unit");
    check_unit(material, at("quantity"), cell.unit);
    cell.what += ", " + cell.unit;
    if (cell.bytes > 0) cell.what += fmt::format(" at {} B", cell.bytes);
    if (size == sizes.front() || first == last)
      cell.published = {first, first};
    else if (size == sizes.back())
      cell.published = {last, last};
    else
      cell.lies_within = {first, last};
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace

std::vector<Score> cells_of(const Material& material) {
  const CsvTable& table = material.table;
  const auto has = [&](const char* name) { return std::ranges::count(table.header, name) > 0; };
  const bool of_limits = has("switch_over_bytes");
  const auto cells_in = of_limits ? limits_in : has("communicator_sizes") ? derived_in : times_in;
  std::vector<Score> cells;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (Score& cell : cells_in(material, table.rows[row])) {
      cell.row = row;
      cell.of_table = true;
      cells.push_back(std::move(cell));
    }
  if (cells.empty() && of_limits && !material.collective.empty())
    throw Error(fmt::format("{}: has no row of {}", table.file.string(), material.collective));
  return cells;
}

}  // namespace collsim
