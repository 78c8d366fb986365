#include "validation/measured_cells.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "platforms/properties.hpp"
#include "scenarios/addresses.hpp"
#include "scenarios/scenario.hpp"
#include "support/csv.hpp"
#include "support/data_dir.hpp"
#include "support/number.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// The platform's property lists calibration cells as "RUN COLLECTIVE, RUN COLLECTIVE ALGORITHMS".
bool calibrates(const std::string& list, const std::string& run, const std::string& collective,
                const std::string& algorithm) {
  return std::ranges::any_of(split_list(list), [&](const std::string& cells) {
    std::istringstream words(cells);
    std::string its_run, its_collective, its_algorithms = "*";
    words >> its_run >> its_collective >> its_algorithms;
    return its_run == run && its_collective == collective &&
           fnmatch(its_algorithms.c_str(), algorithm.c_str(), 0) == 0;
  });
}

class Reader {
 public:
  explicit Reader(const MeasuredFiles& files)
      : files_(files), table_(read_csv(files.cells)), counterparts_(files.counterparts) {}

  std::vector<MeasuredCell> read() {
    std::vector<MeasuredCell> cells;
    for (std::size_t index = 0; index < table_.rows.size(); ++index) {
      const auto& row = table_.rows[index];
      if (!files_.machine.empty() && text(row, "machine") != files_.machine) continue;
      if (!files_.collectives.empty() && !files_.collectives.contains(text(row, "collective"))) continue;
      try {
        if (files_.ranks.empty() || files_.ranks.contains(whole(row, "ranks"))) cells.push_back(cell(row));
      } catch (const Error& error) {
        throw Error(fmt::format("{}:{}: {}", files_.cells.string(), index + 2, error.what()));
      }
    }
    if (cells.empty())
      throw Error(fmt::format("{}: has no row that was asked for; right would be the name of a machine there",
                              files_.cells.string()));
    return cells;
  }

 private:
  using Line = std::vector<std::string>;
  struct Site {
    Listed<RankPlace> places;
    std::map<std::string, std::string> overrides;
  };

  const std::string& text(const Line& row, const char* column) const { return table_.cell(row, column); }
  int whole(const Line& row, const char* column) const {
    const auto value = table_.number<std::int64_t>(text(row, column));
    if (value >= 1 && value <= 1 << 30) return static_cast<int>(value);
    throw Error(fmt::format("{} is {}; right would be a number from 1 on", column, value));
  }

  /// Microseconds.
  double time(const Line& row, const char* column) const {
    const std::string& written = text(row, column);
    if (const auto value = number_in<double>(written); value && *value >= 0 && *value < 1e12)
      return *value * 1e-6;
    throw Error(fmt::format("{} is '{}'; right would be microseconds, a number alone", column, written));
  }

  static std::string type(const std::string& name) {
    static const std::map<std::string, std::string> ours = {
        {"byte", "byte"},     {"int", "int"},       {"long", "long"},
        {"int32", "int"},     {"int64", "long"},    {"float", "float"},
        {"float32", "float"}, {"double", "double"}, {"float64", "double"}};
    const auto place = ours.find(name);
    if (place != ours.end()) return place->second;
    std::vector<std::string> known;
    for (const auto& [theirs, mine] : ours) known.push_back(theirs);
    throw Error(fmt::format("unknown type '{}'{}", name, suggestion(name, known)));
  }

  static bool is_mean(const std::string& quantity) {
    if (quantity == "mean" || quantity == "longest") return quantity == "mean";
    throw Error(
        fmt::format("the quantity is '{}'; right would be longest or mean, over the ranks", quantity));
  }

  MeasuredCell cell(const Line& row) {
    MeasuredCell cell{
        .machine = text(row, "machine"), .run = text(row, "run"), .algorithm = text(row, "algorithm")};
    const std::string& collective = text(row, "collective");
    cell.counterpart = counterparts_.of(collective, cell.algorithm);
    Outcome& outcome = cell.row.outcome;
    outcome = {.seconds = time(row, "median_us"), .repetitions = whole(row, "iterations")};
    outcome.seconds_low = time(row, "q1_us");
    outcome.seconds_high = time(row, "q3_us");
    if (outcome.seconds_low > outcome.seconds || outcome.seconds > outcome.seconds_high)
      throw Error(
          "quartiles and median are not in order; right would be q1_us <= median_us <= q3_us, all "
          "microseconds");
    if (has_column("quantity")) cell.mean = is_mean(text(row, "quantity"));
    if (!cell.counterpart.choice.empty()) cell.row.point = point(row, cell.counterpart);
    cell.calibrates = !cell.row.point.platform.empty() &&
                      calibrates(calibration_cells(cell.row.point), cell.run, collective, cell.algorithm);
    return cell;
  }

  Point point(const Line& row, const Counterpart& counterpart) {
    Point point;
    const Choice choice = choose(counterpart.collective, on_torus(counterpart.choice, row)).front();
    point.collective = counterpart.collective;
    point.algorithm = choice.about->name;
    point.options = choice.options;
    point.platform = platform_name(counterpart.stack);
    point.processes = whole(row, "ranks");
    point.type = type(text(row, "type"));
    point.data = Data::time;
    const Site& its = site(row, point);
    point.places = its.places;
    point.overrides = its.overrides;
    // Blocks are equal, and no rank goes without one.
    const Collective& about = collective(point.collective);
    if (const std::int64_t unit = about.unit(point.processes); unit > 0)
      point.count = about.fitting(std::max<std::int64_t>(whole(row, "count"), unit), point.processes);
    return point;
  }

  /// The choice with the sides of the job's torus in place of {torus}, the last one varying fastest.
  std::string on_torus(const std::string& choice, const Line& row) const {
    const std::string name = "{torus}";
    const std::size_t place = choice.find(name);
    if (place == std::string::npos) return choice;
    std::string sides;
    std::istringstream torus(has_column("torus") ? text(row, "torus") : "");
    for (std::string side; std::getline(torus, side, 'x');) sides = side + (sides.empty() ? "" : "x") + sides;
    if (sides.empty())
      throw Error(fmt::format(
          "the algorithm runs along a torus, as '{}'; right would be its sides in 'torus'", choice));
    return std::string(choice).replace(place, name.size(), sides);
  }

  std::string platform_name(const std::string& stack) const {
    if (stack.empty()) return files_.platform;
    const fs::path given(files_.platform);
    const std::string beside =
        given.has_extension()
            ? (given.parent_path() / (given.stem().string() + stack + given.extension().string())).string()
            : files_.platform + stack;
    return beside;
  }

  /// Where the ranks of a job are, read once.
  const Site& site(const Line& row, const Point& point) {
    const std::string name =
        fmt::format("{}_{}_{}", text(row, "machine"), text(row, "run"), text(row, "ranks"));
    const auto [place, added] = sites_.try_emplace({point.platform, name});
    if (added) place->second = new_site(row, point, name);
    return place->second;
  }

  Site new_site(const Line& row, const Point& point, const std::string& name) {
    Site site;
    JobTorus torus;
    if (const std::string shape = has_column("torus") ? text(row, "torus") : ""; !shape.empty()) {
      torus = job_torus(shape, platforms_.get(point.platform, {}));
      site.overrides["topology"] = torus.topology;
    }
    const Platform& platform = platforms_.get(point.platform, site.overrides);
    const fs::path file = files_.cells.parent_path() / "placement" / (name + ".csv");
    std::vector<RankPlace> places;
    if (fs::exists(file)) {
      places = read_real_places(file.string(), platform);
      if (std::ssize(places) != point.processes)
        throw Error(fmt::format("{} places {} ranks of {}; right would be as many", file.string(),
                                places.size(), point.processes));
    } else {
      const int nodes = whole(row, "nodes"), ppn = (point.processes + nodes - 1) / nodes;
      if (nodes > platform.nodes())
        throw Error(fmt::format("a job on {} nodes; {} has {}", nodes, platform.name(), platform.nodes()));
      for (int rank = 0; rank < point.processes; ++rank) {
        const int node = rank / ppn;
        places.push_back(
            {node < std::ssize(torus.hosts) ? torus.hosts[static_cast<std::size_t>(node)] : node, -1});
      }
    }
    site.places = {name, std::move(places)};
    const Placement placement(point.processes, 1, Mapping::block, site.places);
    if (placement.most_on_a_node() > platform.cores())
      throw Error(fmt::format("{} ranks on a node of {} cores; right would be a core for each",
                              placement.most_on_a_node(), platform.cores()));
    return site;
  }

  bool has_column(const char* name) const { return std::ranges::count(table_.header, name) > 0; }

  const std::string& calibration_cells(const Point& point) {
    const auto [place, added] = lists_.try_emplace(point.platform);
    if (added) {
      const auto all = properties(platforms_.get(point.platform, {}));
      if (const auto list = all.find("calibrated.cells"); list != all.end()) place->second = list->second;
    }
    return place->second;
  }

  const MeasuredFiles& files_;
  CsvTable table_;
  Counterparts counterparts_;
  Platforms platforms_;
  std::map<std::pair<std::string, std::string>, Site> sites_;  ///< by platform and job
  std::map<std::string, std::string> lists_;                   ///< by platform
};

}  // namespace

std::filesystem::path measured_folder() {
  return data_dir() / "validation" / "measured";
}

std::vector<MeasuredCell> read_measured(const MeasuredFiles& files) {
  return Reader(files).read();
}

}  // namespace collsim
