#include "evidence/validation/measured_cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <sstream>

#include "algorithms/facts/collective.hpp"
#include "evidence/import/distinct_times.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/scenarios/addresses.hpp"
#include "lab/scenarios/place_rules.hpp"
#include "lab/scenarios/scenario.hpp"
#include "rules/libraries/formats.hpp"
#include "rules/libraries/target.hpp"
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

/// The name of the rules by which a library chooses where nobody tells it.
std::string own_table(const std::string& mpi) {
  std::vector<std::string> known;
  for (const Target& each : targets())
    if (!each.table.empty()) known.push_back(each.name);
  if (std::ranges::find(known, mpi) != known.end()) return target(mpi).table;
  throw Error(fmt::format("--mpi {}: nobody has read how that library chooses; right would be one of {}", mpi,
                          fmt::join(known, ", ")));
}

class CellReader {
 public:
  explicit CellReader(const MeasuredFiles& files)
      : files_(files),
        counterparts_(files.counterparts.string(), files.mpi.empty() ? "" : own_table(files.mpi)) {
    if (!files.mpi.empty()) own_choices_ = load_rules(own_table(files.mpi));
  }

  std::vector<MeasuredCell> read(LeftOut& left_out) {
    std::vector<MeasuredCell> cells;
    const ForeignTimes found = read_foreign_table(files_.cells, files_.columns, [&](const ForeignTime& time) {
      try {
        cells.push_back(cell(time));
        if (own_choices_ && cells.back().row.point.asks_library())
          cells.push_back(by_own_table(cells.back()));
      } catch (const PlatformError& error) {
        throw OtherFileError(error.what());
      }
    });
    if (cells.empty() && found.other_machines.empty())
      throw Error(fmt::format("{}: has no row; right would be one for each time", files_.cells.string()));
    if (cells.empty())
      throw Error(fmt::format(
          "{}: has no row of the machine '{}'{}", files_.cells.string(), files_.columns.machine,
          suggestion(files_.columns.machine, {found.other_machines.begin(), found.other_machines.end()})));
    DistinctTimes distinct;
    for (const ForeignTime& time : found.times)
      distinct.add(time, fmt::format("{}:{}", files_.cells.string(), time.line));
    left_out = found.left_out;
    return cells;
  }

 private:
  struct JobSite {
    Listed<RankPlace> places;
    Changes overrides;
  };

  MeasuredCell cell(ForeignTime time) {
    if (time.processes == 0) throw Error("no column tells the ranks; right would be ranks, or --processes N");
    if (time.machine.empty())
      time.machine =
          files_.columns.machine.empty() ? fs::path(files_.platform).stem().string() : files_.columns.machine;
    if (time.algorithm.empty()) time.algorithm = installed_library;
    MeasuredCell cell{.time = time,
                      .counterpart = counterparts_.counterpart_of(time.collective, time.algorithm)};
    cell.row.outcome = {.seconds = time.median * 1e-6, .repetitions = time.iterations};
    cell.row.outcome.seconds_low = time.low * 1e-6;
    cell.row.outcome.seconds_high = time.high * 1e-6;
    if (!cell.counterpart.is_known) return cell;
    static_cast<void>(elements(time, cell.counterpart.collective));
    if (!cell.counterpart.choice.empty()) cell.row.point = point(time, cell.counterpart);
    cell.calibrates = !cell.row.point.platform.empty() &&
                      calibrates(platforms_.get(cell.row.point.platform, {}).text("calibrated.cells"),
                                 time.run, time.collective, time.algorithm);
    return cell;
  }

  /// A library's own choice as the algorithm that its table names.
  MeasuredCell by_own_table(MeasuredCell cell) const {
    Point& point = cell.row.point;
    const Rule* rule = own_choices_->match(facts_of(point.collective, point.shape()));
    if (rule && rule->choice) {
      cell.counterpart.choice = rule->algorithm();
      point.algorithm = rule->choice->about->name;
      point.options = rule->choice->options;
      return cell;
    }
    cell.counterpart.choice.clear();
    cell.counterpart.why_none =
        rule ? fmt::format("{} runs {} here, which collsim has not", files_.mpi, rule->theirs)
             : fmt::format("no table tells what {} runs", files_.mpi);
    return cell;
  }

  Point point(const ForeignTime& time, const MeasuredCounterpart& counterpart) {
    Point point;
    const Choice choice = choose(counterpart.collective, on_torus(counterpart.choice, time.torus)).front();
    point.collective = counterpart.collective;
    point.algorithm = choice.about->name;
    point.options = choice.options;
    point.platform = platform_name(counterpart.stack);
    point.processes = time.processes;
    point.type = time.type;
    point.data = Data::time;
    const JobSite& its = site(time, point);
    point.places = its.places;
    point.overrides = its.overrides;
    // Blocks are equal, and no rank goes without one.
    const Collective& about = collective(point.collective);
    if (const std::int64_t unit = about.unit(point.processes); unit > 0)
      point.count = about.fitting(std::max(elements(time, point.collective), unit), point.processes);
    return point;
  }

  /// The choice with the sides of the job's torus in place of {torus}, the last one varying fastest.
  static std::string on_torus(const std::string& choice, const std::string& shape) {
    const std::string name = "{torus}";
    const std::size_t place = choice.find(name);
    if (place == std::string::npos) return choice;
    std::string sides;
    std::istringstream torus(shape);
    for (std::string side; std::getline(torus, side, 'x');) sides = side + (sides.empty() ? "" : "x") + sides;
    if (sides.empty())
      throw Error(fmt::format(
          "the algorithm runs along a torus, as '{}'; right would be its sides in 'torus'", choice));
    return std::string(choice).replace(place, name.size(), sides);
  }

  std::string platform_name(const std::string& stack) const {
    if (stack.empty()) return files_.platform;
    fs::path beside(files_.platform);
    return beside.replace_filename(beside.stem().string() + stack + beside.extension().string()).string();
  }

  /// Where the ranks of a job are, read once.
  const JobSite& site(const ForeignTime& time, const Point& point) {
    std::string name = fmt::format("{}_{}_{}", time.machine, time.run, time.processes);
    if (!time.mapping.empty()) name += fmt::format("_of_{}_by_{}", time.nodes, time.mapping);
    const std::pair job{point.platform, name};
    if (const auto known = sites_.find(job); known != sites_.end()) return known->second;
    return sites_.emplace(job, new_site(time, point, name)).first->second;
  }

  JobSite new_site(const ForeignTime& time, const Point& point, const std::string& name) {
    JobSite site{.places = {}, .overrides = files_.overrides};
    JobTorus torus;
    if (!time.torus.empty()) {
      torus = job_torus(time.torus, platforms_.get(point.platform, {}));
      site.overrides["topology"] = torus.topology;
    }
    const Platform& platform = platforms_.get(point.platform, site.overrides);
    const fs::path file = files_.cells.parent_path() / "placement" / (name + ".csv");
    site.places = {name, fs::exists(file) ? real_places(file, point.processes, platform)
                                          : places_in_a_row(time, torus, platform)};
    const Placement placement(point.processes, 1, Mapping::block, site.places);
    if (placement.most_on_a_node() > platform.cores())
      throw Error(fmt::format("{} ranks on a node of {} cores; right would be a core for each",
                              placement.most_on_a_node(), platform.cores()));
    return site;
  }

  static std::vector<RankPlace> real_places(const fs::path& file, int processes,
                                            const Platform& platform) try {
    std::vector<RankPlace> places = read_real_places(file.string(), platform);
    if (std::ssize(places) != processes)
      throw Error(fmt::format("{}:{}: ends after {} ranks, of {} in its job; right would be a row for each",
                              file.string(), places.size() + 1, places.size(), processes));
    return places;
  } catch (const Error& error) {
    throw OtherFileError(error.what());
  }

  /// Where the machine's scheduler puts jobs, as far as the platform says.
  static std::vector<int> usual_hosts(int nodes, const Platform& platform) try {
    std::vector<int> hosts;
    if (!platform.has("placement")) return hosts;
    for (const RankPlace& place : places_by_rule(platform.text("placement"), nodes, platform))
      hosts.push_back(place.host);
    return hosts;
  } catch (const Error& error) {
    throw PlatformError(platform.file(), 0, fmt::format("'placement': {}", error.what()));
  }

  static std::vector<RankPlace> places_in_a_row(const ForeignTime& time, const JobTorus& torus,
                                                const Platform& platform) {
    const int nodes = time.nodes > 0 ? time.nodes : time.processes;
    if (nodes > platform.nodes())
      throw Error(fmt::format(
          "a job on {} nodes; {} has {}; right would be a platform with as many, or fewer in 'nodes'", nodes,
          platform.name(), platform.nodes()));
    const std::vector<int> hosts = torus.hosts.empty() ? usual_hosts(nodes, platform) : torus.hosts;
    std::vector<RankPlace> places = mapped(time, nodes, platform);
    for (RankPlace& place : places)
      if (place.host < std::ssize(hosts)) place.host = hosts[static_cast<std::size_t>(place.host)];
    return places;
  }

  /// On nodes in a row: so many on each as are needed, or as a launcher maps them, which fills one node after the other (core), the
  /// last one with all that are left, or deals ranks out to the sockets of all nodes or to the nodes.
  static std::vector<RankPlace> mapped(const ForeignTime& time, int nodes, const Platform& platform) {
    const int ppn = time.mapping == "core" ? platform.cores() : (time.processes + nodes - 1) / nodes;
    const int of_socket = time.mapping == "socket" ? cores_of_socket(platform) : platform.cores();
    const int sockets = platform.cores() / of_socket;
    std::vector<RankPlace> places;
    for (int rank = 0; rank < time.processes; ++rank)
      if (time.mapping == "socket")
        places.push_back({rank / sockets % nodes, rank % sockets * of_socket + rank / (sockets * nodes)});
      else
        places.push_back({time.mapping == "node" ? rank % nodes : std::min(rank / ppn, nodes - 1), -1});
    return places;
  }

  static int cores_of_socket(const Platform& platform) {
    if (const auto cores = number_in<int>(platform.text("level.socket.cores")); cores && *cores > 0)
      return *cores;
    throw Error(
        fmt::format("ranks are mapped by socket, and {} does not say which cores are one; right would be a "
                    "level 'socket'",
                    platform.name()));
  }

  const MeasuredFiles& files_;
  Counterparts counterparts_;
  std::optional<Rules> own_choices_;
  Platforms platforms_;
  std::map<std::pair<std::string, std::string>, JobSite> sites_;  ///< by platform and job
};

[[noreturn]] void refuse_jobs(const std::vector<MeasuredCell>& cells, const MeasuredJobs& asked) {
  std::set<std::string> collectives;
  std::set<int> ranks;
  for (const auto& cell : cells) {
    collectives.insert(cell.time.collective);
    if (asked.collectives.empty() || asked.collectives.contains(cell.time.collective))
      ranks.insert(cell.time.processes);
  }
  const std::string these = fmt::format("{}", fmt::join(asked.collectives, ","));
  if (ranks.empty())
    throw Error(fmt::format("--collective {}: no such row was measured; right would be some of {}", these,
                            fmt::join(collectives, ",")));
  throw Error(fmt::format("--processes {}: no row of {} was measured so; right would be some of {}",
                          fmt::join(asked.ranks, ","), these.empty() ? "any collective" : these,
                          fmt::join(ranks, ",")));
}

}  // namespace

Reference MeasuredCell::reference() const {
  const bool together = row.point.arrival.none();
  return {row, time.algorithm,
          time.mean  ? &Outcome::seconds_mean
          : together ? &Outcome::seconds
                     : &Outcome::seconds_worst};
}

Point asked_as(Point point, const Point& as) {
  point.backend = as.backend;
  point.network = as.network;
  point.schedule = as.schedule;
  return point;
}

std::filesystem::path measured_folder() {
  return data_dir() / "validation" / "measured";
}

std::vector<MeasuredCell> read_measured(const MeasuredFiles& files, LeftOut& left_out) {
  return CellReader(files).read(left_out);
}

std::vector<MeasuredCell> read_measured(const MeasuredFiles& files) {
  LeftOut unheard;
  return read_measured(files, unheard);
}

std::vector<MeasuredCell> cells_of(const std::vector<MeasuredCell>& cells, const MeasuredJobs& jobs) {
  std::vector<MeasuredCell> found;
  std::ranges::copy_if(cells, std::back_inserter(found), [&](const MeasuredCell& cell) {
    return (jobs.ranks.empty() || jobs.ranks.contains(cell.time.processes)) &&
           (jobs.collectives.empty() || jobs.collectives.contains(cell.time.collective));
  });
  if (found.empty()) refuse_jobs(cells, jobs);
  return found;
}

}  // namespace collsim
