#include "lab/scenarios/sample.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "backends/backend.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/scenarios/store.hpp"
#include "points/json.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

/// The question of a simulated point, as the judge is asked it. Nothing where one of both cannot answer.
std::optional<Point> for_judge(const Point& point, const Platform& platform) {
  if (!is_simulated(point)) return std::nullopt;
  Point asked = point;
  asked.backend = judging_backend().name();
  asked.network = judging_backend().network({}, platform);
  asked.schedule = judging_backend().schedule(point.schedule);
  const bool can = why_unsupported(point, platform).empty() && why_unsupported(asked, platform).empty();
  return can ? std::optional(asked) : std::nullopt;
}

/// These points in the order of their digests.
std::vector<Point> drawn(const std::vector<Point>& points) {
  std::vector<std::pair<std::string, Point>> all;
  for (const Point& point : points) all.emplace_back(sha256(nlohmann::json(point).dump()), point);
  std::ranges::sort(all, {}, [](const auto& each) { return each.first; });
  std::vector<Point> found;
  for (auto& each : all) found.push_back(std::move(each.second));
  return found;
}

/// Questions that are taken while there is time.
class QuestionsInTime {
 public:
  explicit QuestionsInTime(Scenario& scenario) : scenario_(scenario) {}

  /// Whether there is time for all of them together.
  bool take_together(const std::vector<Point>& questions) {
    double seconds = 0;
    for (const Point& each : questions)
      if (!taken_.contains(each))
        seconds += judging_backend().effort(each, scenario_.platforms.of_point(each));
    if (seconds > left_) return false;
    left_ -= seconds;
    taken_.insert(questions.begin(), questions.end());
    return true;
  }

  bool has(const Point& question) const { return taken_.contains(question); }

 private:
  Scenario& scenario_;
  double left_ = most_sample_seconds;
  std::set<Point> taken_;
};

}  // namespace

Sample sample_for_judge(Scenario& scenario, const std::vector<Row>& rows) {
  std::map<Point, std::vector<double>> seconds;
  for (const Row& row : rows)
    if (row.outcome.ok() && is_simulated(row.point)) seconds[race(row.point)].push_back(row.outcome.seconds);
  std::vector<Point> questions, cells;
  std::set<Point> known;
  std::map<Point, std::vector<Point>> contenders;
  for (const Row& row : rows) {
    const auto asked = for_judge(row.point, scenario.platforms.of_point(row.point));
    if (!asked || !row.outcome.ok()) continue;
    if (known.insert(*asked).second) questions.push_back(*asked);
    const Point cell = race(row.point);
    if (row.outcome.seconds <= std::ranges::min(seconds.at(cell)) * may_win)
      contenders[cell].push_back(*asked);
  }
  for (const auto& [cell, its] : contenders)
    if (seconds.at(cell).size() > 1) cells.push_back(cell);
  QuestionsInTime taking(scenario);
  Sample sample;
  for (const Point& cell : drawn(cells))
    if (taking.take_together(contenders.at(cell))) sample.cells.insert(cell);
  for (const Point& each : drawn(questions)) taking.take_together({each});
  std::ranges::copy_if(questions, std::back_inserter(sample.points),
                       [&](const Point& each) { return taking.has(each); });
  return sample;
}

double sample_seconds(Scenario& scenario) {
  std::set<Point> questions;
  for (const Point& point : scenario.points)
    if (const auto asked = for_judge(point, scenario.platforms.of_point(point))) questions.insert(*asked);
  double seconds = 0;
  for (const Point& each : questions) {
    seconds += judging_backend().effort(each, scenario.platforms.of_point(each));
    if (seconds > most_sample_seconds) return most_sample_seconds;
  }
  return seconds;
}

}  // namespace collsim
