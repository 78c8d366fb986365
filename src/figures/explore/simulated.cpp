#include "figures/explore/simulated.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "backends/trial/memory.hpp"
#include "figures/explore/board.hpp"
#include "points/row.hpp"
#include "support/error.hpp"
#include "support/human.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

constexpr double longest_simulation = 120;  // seconds of one core

void check_effort(Scenario& scenario) {
  std::vector<Asked> asked;
  const std::int64_t room = memory_available() / 2;
  for (const Point& point : scenario.points) {
    const Platform& platform = scenario.platforms.of_point(point);
    if (!why_unsupported(point, platform).empty()) continue;
    asked.push_back({&point, &platform});
    if (const std::int64_t needed = backend(point).memory(point); needed > room)
      throw Error(fmt::format("{} on {} ranks takes {} of memory; right would be fewer ranks", label(point),
                              point.processes, human_bytes(needed)));
  }
  double seconds = 0;
  for (const double each : efforts(asked)) seconds += each;
  if (seconds > longest_simulation)
    throw Error(fmt::format("simulating all cells takes about {}; right would be fewer, or the command",
                            human_seconds(seconds)));
}

/// The points on so many ranks, and who hears when one of their sizes is complete.
class MapColumn {
 public:
  MapColumn(const std::vector<Point>& points, const Platform& platform) : platform_(platform) {
    for (const Point& point : points) {
      Row row{point};
      int& open = open_[point.bytes()];
      if (const std::string why = why_unsupported(point, platform); !why.empty())
        row.outcome = unsupported(why);
      else
        ++open, pending_.push_back(rows_.size());
      rows_.push_back(row);
    }
  }

  /// `complete` hears of the rows of each size.
  void answer_all(int jobs, const Setup& setup,
                  const std::function<void(const std::vector<Row>&)>& complete) {
    for (const auto& [bytes, open] : open_)
      if (open == 0) complete(of_size(bytes));
    std::vector<Point> asked;
    for (const std::size_t place : pending_) asked.push_back(rows_[place].point);
    const auto heard = [&](std::size_t number, const Outcome& outcome) {
      Row& row = rows_[pending_[number]];
      row.outcome = outcome;
      if (--open_[row.point.bytes()] == 0) complete(of_size(row.point.bytes()));
    };
    answer(
        platform_, asked, jobs, [] { return false; }, heard, setup);
  }

 private:
  std::vector<Row> of_size(std::int64_t bytes) const {
    std::vector<Row> rows;
    for (const Row& row : rows_)
      if (row.point.bytes() == bytes) rows.push_back(row);
    return rows;
  }

  const Platform& platform_;
  std::vector<Row> rows_;
  std::vector<std::size_t> pending_;
  std::map<std::int64_t, int> open_;  ///< by size, points without an answer
};

}  // namespace

void simulate_cells(Scenario& scenario, int jobs, const Setup& setup,
                    const std::function<void(const nlohmann::json&)>& send) {
  check_effort(scenario);
  std::map<int, std::vector<Point>> columns;
  for (const Point& point : scenario.points) columns[point.processes].push_back(point);
  std::size_t done = 0;
  for (const auto& [processes, points] : columns) {
    MapColumn column(points, scenario.platforms.of_point(points.front()));
    column.answer_all(jobs, setup, [&](const std::vector<Row>& rows) {
      done += rows.size();
      send({{"cells", cells_json(rows)}, {"done", done}, {"of", scenario.points.size()}});
    });
  }
}

}  // namespace collsim
