#include "evidence/published/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "algorithms/facts/operand.hpp"
#include "backends/backend.hpp"
#include "lab/decisions/judged.hpp"
#include "lab/decisions/winners.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/error.hpp"
#include "support/json.hpp"
#include "support/text_file.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

using CsvRow = std::vector<std::string>;
/// What one backend answered.
using Times = std::vector<Timing>;
using AnswerOf = std::function<NumberOrWords(const Times&)>;

/// One of the algorithms that a table's name stands for: it serves vectors of at most `to_bytes` that those
/// before it do not.
struct Member {
  std::string algorithm;
  std::int64_t to_bytes;
};
using Portfolio = std::vector<Member>;

/// What the cells of a table are made of.
struct Material {
  CsvTable table;
  std::map<std::string, Portfolio> algorithms;  ///< by the table's name
  std::vector<std::string> compared;            ///< two of these names, the slower one first; or none
  Times simulated, formula;
  std::map<std::string, std::string> labels;  ///< our algorithm -> with its options
  std::int64_t type_size;                     ///< bytes per element; 0: there are no points
  std::string collective;                     ///< of the points

  /// What is wrong with the table.
  Error error(const std::string& what) const {
    return Error(fmt::format("{}: {}", table.file.string(), what));
  }
  const Portfolio& portfolio(const std::string& name) const {
    const auto found = algorithms.find(name);
    if (found == algorithms.end())
      throw error(fmt::format("its JSON file names no algorithm for '{}'", name));
    return found->second;
  }
  /// The one that serves this size; empty if none does.
  std::string algorithm(const std::string& name, std::int64_t bytes) const {
    for (const Member& member : portfolio(name))
      if (bytes <= member.to_bytes) return member.algorithm;
    return {};
  }
  /// The only one. Throws Error if sizes decide.
  const std::string& algorithm(const std::string& name) const {
    const Portfolio& members = portfolio(name);
    if (members.size() == 1) return members.front().algorithm;
    throw error(
        fmt::format("'{}' stands for {} algorithms; a derived quantity needs one", name, members.size()));
  }
  std::string label_of(const std::string& algorithm) const {
    const auto found = labels.find(algorithm);
    return found == labels.end() ? algorithm : found->second;
  }
  /// The two names that switch-over counts and gains compare. Throws Error if the table's JSON file says none.
  std::pair<std::string, std::string> both_compared() const {
    if (compared.size() == 2) return {compared[0], compared[1]};
    throw error(
        "its JSON file does not say which two algorithms are 'compared'; right would be two of its "
        "names, the slower one first");
  }
  /// Empty text is no number. Throws Error.
  double number(const std::string& text) const {
    return text.empty() ? Score::none : table.number<double>(text);
  }
};

/// The vector of so many bytes.
std::optional<Timing> timing_of(const Times& times, const std::string& algorithm, int processes,
                                std::int64_t bytes) {
  const auto found = std::ranges::find_if(times, [&](const Timing& each) {
    return each.algorithm == algorithm && each.processes == processes && each.bytes == bytes;
  });
  return found == times.end() ? std::nullopt : std::optional(*found);
}

/// The longest vector that the algorithm was given.
std::optional<Timing> largest(const Times& times, const std::string& algorithm, int processes) {
  std::optional<Timing> found;
  for (const Timing& each : times)
    if (each.algorithm == algorithm && each.processes == processes && (!found || each.bytes > found->bytes))
      found = each;
  return found;
}

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
  const std::int64_t bytes = count * material.type_size;
  const std::string algorithm = material.algorithm(name, bytes);
  const double seconds = material.number(material.table.cell(row, "seconds"));
  return {with_answers({.what = fmt::format("{}, p = {}, count {}", name, processes, count),
                        .series = series_of(material, name),
                        .algorithm = material.label_of(algorithm),
                        .quantity = "seconds",
                        .processes = processes,
                        .bytes = bytes,
                        .unit = "s",
                        .published = {seconds, seconds}},
                       material, [&](const Times& times) {
                         const auto timing = timing_of(times, algorithm, processes, bytes);
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
  throw material.error(fmt::format("a switch-over is of a '{}'; right would be vector or message", of));
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
          return switch_over(crossing(times, processes, at("short"), at("long")), unit);
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
    for (const auto& [name, ours] : material.algorithms) known.push_back(prefix + name);
    throw material.error(fmt::format("unknown quantity '{}'{}", quantity, suggestion(quantity, known)));
  }
  const auto [slow_name, name] =
      of_one ? std::pair(std::string(), quantity.substr(prefix.size())) : material.both_compared();
  const std::string& algorithm = material.algorithm(name);
  Score cell{.series = fmt::format("{} ({})", name, material.label_of(algorithm)),
             .algorithm = material.label_of(algorithm),
             .quantity = of_one ? "bandwidth" : quantity,
             .processes = processes};
  if (quantity == "switch_over_count") {
    cell.what = fmt::format("switch-over count, p = {}", processes);
    return with_answers(cell, material, [&, slow = material.algorithm(slow_name)](const Times& times) {
      return switch_over(crossing(times, processes, slow, algorithm),
                         static_cast<double>(material.type_size));
    });
  }
  const auto simulated = largest(material.simulated, algorithm, processes);
  const auto formula = largest(material.formula, algorithm, processes);
  cell.bytes = simulated ? simulated->bytes : formula ? formula->bytes : 0;
  cell.what = of_one ? fmt::format("bandwidth of {}, p = {}", name, processes)
                     : fmt::format("gain of {} over {}, p = {}", name, slow_name, processes);
  const std::string slow = of_one ? "" : material.algorithm(slow_name);
  return with_answers(cell, material, [&](const Times& times) {
    const double bandwidth = bandwidth_of(largest(times, algorithm, processes));
    return NumberOrWords{of_one ? bandwidth : bandwidth / bandwidth_of(largest(times, slow, processes))};
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
    throw material.error(fmt::format("{} in '{}'; right would be '{}'", quantity, unit, right));
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

/// The numbers of a table, whose header tells what they are (validation/published/README.md). Throws Error for a quantity, unit
/// or collective that it cannot be.
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
    throw material.error(fmt::format("has no row of {}", material.collective));
  return cells;
}

fs::path published_file(const std::string& name) {
  return data_dir() / "validation" / "published" / name;
}

Portfolio portfolio_of(const json& ours) {
  constexpr auto unlimited = std::numeric_limits<std::int64_t>::max();
  if (ours.is_string()) return {{ours.get<std::string>(), unlimited}};
  Portfolio members;
  for (const json& member : ours)
    members.push_back({member.at("algorithm"), member.value("to_bytes", unlimited)});
  return members;
}

/// The answers of the backend that a table is compared with: of those asked the first of a kind. Throws Error if two points
/// answer one size.
Times times_of(Backend::Kind kind, const std::vector<Row>& rows) {
  const auto asked = std::ranges::find_if(backends(), [&](const Backend* each) {
    return each->kind() == kind &&
           std::ranges::any_of(rows, [&](const Row& row) { return row.point.backend == each->name(); });
  });
  Times times;
  std::set<std::tuple<std::string, int, std::int64_t>> known;
  for (const auto& [point, outcome] : rows) {
    if (asked == backends().end() || point.backend != (*asked)->name() || !outcome.ok()) continue;
    if (!known.emplace(point.algorithm, point.processes, point.count).second)
      throw Error(fmt::format("two different points answer {} at p = {}, count {}: compare one at a time",
                              point.algorithm, point.processes, point.count));
    times.push_back({point.algorithm, point.processes, point.bytes(), outcome.seconds});
  }
  return times;
}

/// Bytes per element of all points.
std::int64_t type_size_of(const std::vector<Row>& rows) {
  std::int64_t size = 0;
  for (const Row& row : rows) {
    const std::int64_t own = operand_type(row.point.type).size;
    if (size != 0 && own != size)
      throw Error("the points have element types of different sizes: compare one at a time");
    size = own;
  }
  return size;
}

}  // namespace

bool fits(const Selector& selector, const Score& score) {
  const json columns = {{"processes", std::to_string(score.processes)},
                        {"quantity", score.quantity},
                        {"series", score.series},
                        {"bytes", std::to_string(score.bytes)}};
  return std::ranges::all_of(selector, [&](const auto& asked) {
    return std::ranges::count(asked.second, columns.at(asked.first).template get<std::string>()) > 0;
  });
}

TableReport compare_published(const std::string& table_name, const std::vector<Row>& rows) try {
  const std::vector<std::string> known = published_tables();
  if (std::find(known.begin(), known.end(), table_name) == known.end())
    throw Error(
        fmt::format("no published table is called '{}'{}", table_name, suggestion(table_name, known)));

  CsvTable table = read_csv(published_file(table_name + ".csv"));
  const json companion =
      read_json(read_text(published_file(table_name + ".json"), "a published table's companion"));
  TableReport report{.title = companion.at("title"),
                     .source = companion.at("source"),
                     .comparable = companion.value("comparable", true)};
  Material material{.table = std::move(table),
                    .algorithms = {},
                    .compared = companion.value("compared", std::vector<std::string>()),
                    .simulated = times_of(Backend::Kind::simulated, rows),
                    .formula = times_of(Backend::Kind::predicted, rows),
                    .labels = {},
                    .type_size = type_size_of(rows),
                    .collective = rows.empty() ? "" : rows.front().point.collective};
  for (const auto& [name, ours] : companion.at("algorithms").items())
    material.algorithms[name] = portfolio_of(ours);
  for (const Row& row : rows) material.labels[row.point.algorithm] = label(row.point);

  const json& calibrated = companion.at("calibrated");
  report.cells = cells_of(material);
  for (Score& cell : report.cells) {
    if (report.comparable) cell.deviation = deviation_of(cell.simulated.number, cell.published.low);
    const auto selects = [&](const json& selector) { return fits(selector_of(selector), cell); };
    cell.basis = std::any_of(calibrated.begin(), calibrated.end(), selects) ? "calibrated" : "predicted";
  }
  return report;
} catch (const json::exception& error) {
  throw Error(fmt::format("{}: {}", published_file(table_name + ".json").string(), error.what()));
}

}  // namespace collsim
