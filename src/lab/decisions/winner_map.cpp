#include "lab/decisions/winner_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "backends/backend.hpp"
#include "lab/decisions/what_if.hpp"
#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// The rows of one map.
struct MapContest {
  WinnerMap map;
  std::set<WinnerMap::MapPlace> places;
  std::map<std::string, std::vector<Timing>> timings;  ///< by backend
  std::map<std::string, Point> examples;               ///< of the points with a time, by backend
  std::set<std::tuple<std::string, std::string, WinnerMap::MapPlace>> entered;
};

void enter(const Row& row, const std::string& backend, const Dependences& dependences, MapContest& contest) {
  const Point& point = row.point;
  const WinnerMap::MapPlace place(point.processes, point.bytes());
  const std::string algorithm = label(point);
  if (!contest.entered.emplace(backend, algorithm, place).second)
    throw Error(
        fmt::format("two points answer {} with {} at p = {}, {}; right for a map would be one type, op, "
                    "root, mapping and loop for each algorithm",
                    algorithm, backend, place.first, human_bytes(place.second)));
  contest.places.insert(place);
  if (point.places.empty()) contest.map.ranks.emplace(point.processes, point.ppn);
  auto& algorithms = contest.map.algorithms;
  if (std::ranges::find(algorithms, algorithm) == algorithms.end()) algorithms.push_back(algorithm);
  auto& sides = contest.map.sides;
  auto side = std::ranges::find(sides, backend, &WinnerMap::BackendWinners::backend);
  if (side == sides.end()) side = sides.insert(side, {.backend = backend, .winners = {}, .regrets = {}});
  if (const auto dependence = dependences.find(race(point)); dependence != dependences.end())
    side->dependences[place] = dependence->second;
  if (!row.outcome.ok()) return;
  contest.timings[backend].push_back({algorithm, place.first, place.second, row.outcome.seconds});
  contest.examples.emplace(backend, point);
}

std::vector<WinnerMap::Sizes> rows_of(const std::set<WinnerMap::MapPlace>& places) {
  std::set<std::pair<std::int64_t, int>> by_size;
  for (const auto& [processes, bytes] : places) by_size.emplace(bytes, processes);
  std::vector<WinnerMap::Sizes> rows;
  std::int64_t from = 0;  // the smallest size of the last row
  for (auto first = by_size.begin(); first != by_size.end();) {
    // All that ask for the same size stay together.
    const std::int64_t bytes = first->first;
    WinnerMap::Sizes same;
    for (; first != by_size.end() && first->first == bytes; ++first) same.emplace(first->second, bytes);
    const bool fits = !rows.empty() && 2 * bytes < 3 * from &&
                      std::none_of(same.begin(), same.end(),
                                   [&](const auto& entry) { return rows.back().contains(entry.first); });
    if (!fits) rows.emplace_back(), from = bytes;
    rows.back().merge(same);
  }
  return rows;
}

/// The backend nearest to the truth.
std::string judge_of(const std::map<std::string, Point>& examples) {
  const auto best =
      std::max_element(examples.begin(), examples.end(),
                       [](const auto& one, const auto& other) { return is_truer(other.second, one.second); });
  return best == examples.end() ? "" : best->first;
}

WinnerMap finished(MapContest contest) {
  WinnerMap& map = contest.map;
  std::set<int> processes;
  for (const auto& place : contest.places) processes.insert(place.first);
  map.processes.assign(processes.begin(), processes.end());
  map.sizes = rows_of(contest.places);
  map.judge = judge_of(contest.examples);
  for (WinnerMap::BackendWinners& side : map.sides) {
    const auto& timings = contest.timings[side.backend];
    for (const Winner& winner : winners(timings)) side.winners[{winner.processes, winner.bytes}] = winner;
    if (side.backend == map.judge) continue;
    const auto races = races_of(timings, contest.timings[map.judge]);
    for (const Race& each : races) side.regrets[{each.processes, each.bytes}] = regret_of(each);
    side.choices = choices_of(races);
  }
  return std::move(map);
}

/// To which ppn points belong: those of a single node to the next larger ppn that some have on several.
class PerNodeAsked {
 public:
  explicit PerNodeAsked(const std::vector<Row>& rows) {
    std::map<std::pair<std::string, int>, std::set<PerNode>> by_processes;
    for (const Row& row : rows) {
      const Point& point = row.point;
      if (!point.places.empty()) continue;
      auto& its = by_processes[{label(point), point.processes}];
      its.insert(point.ppn);
      several_ = several_ || its.size() > 1;
      if (!on_one_node(point)) on_several_nodes_.insert(point.ppn);
    }
  }

  /// "8 a node"; empty where no algorithm has several ppn for one number of processes.
  std::string name(const Point& point) const {
    if (!several_ || !point.places.empty()) return {};
    if (!on_one_node(point)) return point.ppn.text() + " a node";
    const auto next = on_several_nodes_.lower_bound(point.ppn);
    return next == on_several_nodes_.end() ? "on one node" : next->text() + " a node";
  }

 private:
  static bool on_one_node(const Point& point) { return point.ppn.nodes(point.processes) == 1; }

  bool several_ = false;
  std::set<PerNode> on_several_nodes_;
};

/// a, b, ..., z, a1, b1, ...
std::string letter(std::size_t number) {
  return static_cast<char>('a' + number % 26) + (number < 26 ? "" : std::to_string(number / 26));
}

void name_by_letters(std::vector<WinnerMap>& maps) {
  std::map<std::string, std::string> letters;
  for (const WinnerMap& map : maps)
    for (const auto& algorithm : map.algorithms) letters.emplace(algorithm, letter(letters.size()));
  for (WinnerMap& map : maps)
    for (const auto& algorithm : map.algorithms) map.letters[algorithm] = letters[algorithm];
}

}  // namespace

bool WinnerMap::has(const Point& point) const {
  return point.collective == collective && point.platform == platform &&
         Options(point.overrides).to_string() == overrides &&
         (point.places.empty() ? ranks.contains({point.processes, point.ppn})
                               : point.places.name() == placement);
}

std::string WinnerMap::title() const {
  return fmt::format("{} on {}{}{}{}", collective, platform, overrides.empty() ? "" : " [" + overrides + "]",
                     placement.empty() ? "" : ", ranks " + placement,
                     chosen_by.empty() ? "" : ", as " + chosen_by + " chooses");
}

std::vector<WinnerMap> winner_maps(const std::vector<Row>& rows, const Dependences& dependences) {
  const auto labelled = backend_labels(rows);
  const PerNodeAsked per_node(rows);
  std::vector<MapContest> contests;
  for (const Row& row : rows) {
    const Point& point = row.point;
    const std::string overrides = Options(point.overrides).to_string();
    const std::string placement = point.places.empty() ? per_node.name(point) : point.places.name();
    auto found = std::find_if(contests.begin(), contests.end(), [&](const MapContest& contest) {
      return std::tie(contest.map.collective, contest.map.platform, contest.map.overrides,
                      contest.map.placement) ==
             std::tie(point.collective, point.platform, overrides, placement);
    });
    if (found == contests.end()) {
      found = contests.emplace(contests.end());
      found->map.collective = point.collective;
      found->map.platform = point.platform;
      found->map.overrides = overrides;
      found->map.placement = placement;
    }
    enter(row, labelled(point), dependences, *found);
  }
  std::vector<WinnerMap> maps;
  for (MapContest& contest : contests) maps.push_back(finished(std::move(contest)));
  name_by_letters(maps);
  return maps;
}

Cells to_cells(const std::vector<WinnerMap>& maps) {
  Cells cells{.names = {"collective", "platform", "overrides", "placement", "backend", "p", "bytes", "winner",
                        "seconds", "second", "margin", "judge", "regret", "robust"},
              .lines = {}};
  const auto line = [](const WinnerMap& map, const WinnerMap::BackendWinners& side,
                       const WinnerMap::MapPlace& place) {
    std::vector<Cell> cell = {map.collective, map.platform, map.overrides,
                              map.placement,  side.backend, std::int64_t{place.first},
                              place.second};
    cell.resize(14);
    const auto winner = side.winners.find(place);
    if (winner != side.winners.end()) {
      cell[7] = winner->second.name(), cell[8] = winner->second.seconds;
      if (!winner->second.second.empty()) cell[9] = winner->second.second, cell[10] = winner->second.margin;
    }
    const auto regret = side.regrets.find(place);
    if (regret != side.regrets.end()) cell[11] = map.judge, cell[12] = regret->second.share;
    const auto dependence = side.dependences.find(place);
    if (dependence != side.dependences.end()) cell[13] = dependence->second.text();
    return cell;
  };
  for (const WinnerMap& map : maps)
    for (const WinnerMap::BackendWinners& side : map.sides)
      for (const auto& sizes : map.sizes)
        for (const auto& [processes, bytes] : sizes)
          cells.lines.push_back(line(map, side, {processes, bytes}));
  return cells;
}

}  // namespace collsim
