#include "validation/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <tuple>

#include "algorithms/error.hpp"
#include "models/winners.hpp"
#include "platforms/data_dir.hpp"
#include "plots/csv.hpp"

namespace collsim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using Cell = Report::Cell;

fs::path published_dir() {
  return data_dir() / "validation" / "published";
}

/// What is known of a table besides its numbers.
struct Companion {
  std::string title, source;
  /// The table's name -> ours; several where the table's is a portfolio, in which sizes decide.
  std::map<std::string, std::vector<std::string>> algorithms;
  json calibrated;
};

Companion read_companion(const fs::path& file) try {
  std::ifstream stream(file);
  const json document = json::parse(stream);
  Companion companion{document.at("title"), document.at("source"), {}, document.at("calibrated")};
  for (const auto& [name, ours] : document.at("algorithms").items())
    companion.algorithms[name] =
        ours.is_array() ? ours.get<std::vector<std::string>>() : std::vector{ours.get<std::string>()};
  return companion;
} catch (const json::exception& error) {
  throw Error(fmt::format("{}: {}", file.string(), error.what()));
}

/// Empty text is no number.
double number(const std::string& text, const CsvTable& table) {
  if (text.empty()) return Report::none;
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size())
    throw Error(fmt::format("{}: '{}' is not a number", table.file.string(), text));
  return value;
}

/// The answers of one backend, found by algorithm and size.
class Answers {
 public:
  Answers(const std::string& backend, const std::vector<Point>& points,
          const std::vector<Outcome>& outcomes) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (points[i].backend != backend || !outcomes[i].ok()) continue;
      add(points[i], outcomes[i].seconds);
    }
  }

  const std::vector<Timing>& timings() const { return timings_; }

  std::optional<Timing> at(const std::string& algorithm, int processes, std::int64_t count) const {
    const auto found = places_.find({algorithm, processes, count});
    if (found == places_.end()) return std::nullopt;
    return timings_[found->second];
  }

  /// The longest vector that the algorithm was given.
  std::optional<Timing> largest(const std::string& algorithm, int processes) const {
    const auto after = places_.lower_bound({algorithm, processes + 1, 0});
    if (after == places_.begin()) return std::nullopt;
    const auto& [place, index] = *std::prev(after);
    if (std::get<0>(place) != algorithm || std::get<1>(place) != processes) return std::nullopt;
    return timings_[index];
  }

  /// Elements from which b overtakes a, or the other way round.
  double crossing_count(int processes, const std::string& a, const std::string& b) const {
    return crossing(timings_, processes, a, b).value_or(Report::none) / type_size_;
  }

 private:
  void add(const Point& point, double seconds) {
    const auto [place, added] =
        places_.emplace(std::tuple(point.algorithm, point.processes, point.count), timings_.size());
    if (!added)
      throw Error(fmt::format("two different points answer {} at p = {}, count {}: compare one at a time",
                              point.algorithm, point.processes, point.count));
    timings_.push_back({point.algorithm, point.processes, point.bytes(), seconds});
    if (point.count > 0) type_size_ = static_cast<double>(point.bytes() / point.count);
  }

  std::vector<Timing> timings_;
  std::map<std::tuple<std::string, int, std::int64_t>, std::size_t> places_;
  double type_size_ = 1;
};

/// What the cells of a table are made of.
struct Material {
  CsvTable table;
  Companion companion;
  Answers simulated, formula;
  std::map<std::string, std::string> series;  ///< our algorithm -> with its options

  /// The one that was asked at this size, of those that the table's name stands for.
  const std::string& algorithm(const std::string& name, int processes, std::int64_t count) const {
    for (const auto& candidate : portfolio(name))
      if (simulated.at(candidate, processes, count) || formula.at(candidate, processes, count))
        return candidate;
    return algorithm(name);
  }
  const std::string& algorithm(const std::string& name) const { return portfolio(name).front(); }
  const std::vector<std::string>& portfolio(const std::string& name) const {
    const auto found = companion.algorithms.find(name);
    if (found == companion.algorithms.end())
      throw Error(fmt::format("{}: its JSON file names no algorithm for '{}'", table.file.string(), name));
    return found->second;
  }
  std::string series_of(const std::string& algorithm) const {
    const auto found = series.find(algorithm);
    return found == series.end() ? algorithm : found->second;
  }
};

double seconds_of(const std::optional<Timing>& timing) {
  return timing ? timing->seconds : Report::none;
}

/// Kind (a), algorithm,processes,count,seconds: one time per row.
std::vector<Cell> time_cells(const Material& material) {
  const CsvTable& table = material.table;
  std::vector<Cell> cells;
  for (const auto& row : table.rows) {
    const std::string& name = row[table.column("algorithm")];
    const int processes = static_cast<int>(number(row[table.column("processes")], table));
    const auto count = static_cast<std::int64_t>(number(row[table.column("count")], table));
    const std::string& algorithm = material.algorithm(name, processes, count);
    const auto simulated = material.simulated.at(algorithm, processes, count);
    const auto formula = material.formula.at(algorithm, processes, count);
    Cell cell{.what = fmt::format("{}, p = {}, count {}", name, processes, count),
              .series = material.series_of(algorithm),
              .quantity = "seconds",
              .processes = processes,
              .bytes = simulated ? simulated->bytes
                       : formula ? formula->bytes
                                 : 0,
              .published = number(row[table.column("seconds")], table),
              .simulated = seconds_of(simulated),
              .formula = seconds_of(formula),
              .unit = "s"};
    cells.push_back(std::move(cell));
  }
  return cells;
}

double megabytes_per_second(const std::optional<Timing>& timing) {
  return timing ? static_cast<double>(timing->bytes) / timing->seconds / 1e6 : Report::none;
}

/// A quantity at one communicator size; `quantity` is bandwidth_NAME or switch_over_count.
Cell derived_cell(const Material& material, const std::string& quantity, int processes) {
  if (quantity == "switch_over_count") {
    const std::string& slow = material.algorithm("old");
    const std::string& fast = material.algorithm("new");
    return {.what = fmt::format("switch-over count, p = {}", processes),
            .series = fmt::format("new ({})", fast),
            .quantity = quantity,
            .processes = processes,
            .simulated = material.simulated.crossing_count(processes, slow, fast),
            .formula = material.formula.crossing_count(processes, slow, fast)};
  }
  const std::string prefix = "bandwidth_";
  if (!quantity.starts_with(prefix))
    throw Error(fmt::format("{}: unknown quantity '{}'{}", material.table.file.string(), quantity,
                            suggestion(quantity, {"bandwidth_new", "bandwidth_old", "switch_over_count"})));
  const std::string name = quantity.substr(prefix.size());
  const std::string& algorithm = material.algorithm(name);
  const auto simulated = material.simulated.largest(algorithm, processes);
  const auto formula = material.formula.largest(algorithm, processes);
  const std::int64_t bytes = simulated ? simulated->bytes : formula ? formula->bytes : 0;
  return {.what = fmt::format("bandwidth of {}, p = {}", name, processes),
          .series = fmt::format("{} ({})", name, algorithm),
          .quantity = "bandwidth",
          .processes = processes,
          .bytes = bytes,
          .simulated = megabytes_per_second(simulated),
          .formula = megabytes_per_second(formula)};
}

/// Kind (b), collective,communicator_sizes,quantity,first,last,unit: a cell per communicator size. Only the
/// smallest and the largest of a row have a number of their own, unless the two agree: then it is that of all
/// between.
std::vector<Cell> derived_cells(const Material& material) {
  const CsvTable& table = material.table;
  std::vector<Cell> cells;
  for (const auto& row : table.rows) {
    const double first = number(row[table.column("first")], table);
    const double last = number(row[table.column("last")], table);
    std::vector<int> sizes;
    std::istringstream stream(row[table.column("communicator_sizes")]);
    for (int size = 0; stream >> size;) sizes.push_back(size);
    for (const int size : sizes) {
      Cell cell = derived_cell(material, row[table.column("quantity")], size);
      cell.unit = row[table.column("unit")];
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

/// A selector is an object of lists; it selects a cell whose every named field is in its list.
bool selected(const json& selectors, const Cell& cell) {
  const json fields = {{"processes", cell.processes}, {"quantity", cell.quantity}, {"series", cell.series}};
  const auto selects = [&](const json& selector) {
    return std::all_of(selector.items().begin(), selector.items().end(), [&](const auto& item) {
      return std::find(item.value().begin(), item.value().end(), fields.at(item.key())) != item.value().end();
    });
  };
  return std::any_of(selectors.begin(), selectors.end(), selects);
}

Report::Summary summarize(const std::vector<Cell>& cells, bool calibrated) {
  std::vector<std::pair<double, std::string>> deviations;
  int missing = 0;
  for (const Cell& cell : cells) {
    if (cell.calibrated != calibrated || std::isnan(cell.published)) continue;
    if (std::isnan(cell.simulated))
      ++missing;
    else
      deviations.emplace_back(std::abs(cell.deviation), cell.what);
  }
  if (deviations.empty()) return {.missing = missing};
  std::sort(deviations.begin(), deviations.end());
  const std::size_t middle = deviations.size() / 2;
  const double below = deviations[(deviations.size() - 1) / 2].first;
  return {.cells = static_cast<int>(deviations.size()),
          .missing = missing,
          .median = (below + deviations[middle].first) / 2,
          .worst = deviations.back().first,
          .worst_cell = deviations.back().second};
}

}  // namespace

std::vector<std::string> published_tables() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(published_dir()))
    if (entry.path().extension() == ".csv") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Report compare_published(const std::string& table_name, const std::vector<Point>& points,
                         const std::vector<Outcome>& outcomes) {
  const std::vector<std::string> known = published_tables();
  if (std::find(known.begin(), known.end(), table_name) == known.end())
    throw Error(
        fmt::format("no published table is called '{}'{}", table_name, suggestion(table_name, known)));
  if (points.size() != outcomes.size())
    throw Error(fmt::format("{} points but {} outcomes", points.size(), outcomes.size()));

  Material material{.table = read_csv(published_dir() / (table_name + ".csv")),
                    .companion = read_companion(published_dir() / (table_name + ".json")),
                    .simulated = Answers("smpi", points, outcomes),
                    .formula = Answers("model", points, outcomes),
                    .series = {}};
  for (const Point& point : points) {
    const std::string options = point.options.to_string();
    material.series[point.algorithm] =
        options.empty() ? point.algorithm : fmt::format("{}({})", point.algorithm, options);
  }

  const auto& header = material.table.header;
  const bool derived = std::find(header.begin(), header.end(), "communicator_sizes") != header.end();
  Report report{.title = material.companion.title,
                .source = material.companion.source,
                .cells = derived ? derived_cells(material) : time_cells(material),
                .calibrated = {},
                .predicted = {}};
  for (Cell& cell : report.cells) {
    cell.deviation = cell.simulated / cell.published - 1;
    cell.calibrated = selected(material.companion.calibrated, cell);
  }
  report.calibrated = summarize(report.cells, true);
  report.predicted = summarize(report.cells, false);
  return report;
}

}  // namespace collsim
