#include "scenarios/sample.hpp"

#include <algorithm>
#include <set>

#include "backends/backend.hpp"
#include "backends/smpi/facts.hpp"
#include "points/json.hpp"
#include "scenarios/store.hpp"
#include "support/json.hpp"

namespace collsim {
namespace {

/// The question of a simulated point, as the judge is asked it.
Point for_judge(const Point& point, const Platform& platform) {
  Point asked = point;
  asked.backend = smpi_backend().name();
  asked.network = smpi_backend().network({}, platform);
  asked.schedule = smpi_backend().schedule(point.schedule);
  return asked;
}

}  // namespace

std::vector<Point> sample_for_judge(Scenario& scenario) {
  std::vector<Point> questions;
  std::set<Point> known;
  for (const Point& point : scenario.points) {
    if (!is_simulated(point)) continue;
    const Platform& platform = scenario.platforms.of(point);
    const Point asked = for_judge(point, platform);
    if (why_unsupported(point, platform).empty() && why_unsupported(asked, platform).empty() &&
        known.insert(asked).second)
      questions.push_back(asked);
  }
  std::vector<std::pair<std::string, std::size_t>> drawn;
  for (std::size_t i = 0; i < questions.size(); ++i)
    drawn.emplace_back(sha256(nlohmann::json(questions[i]).dump()), i);
  std::ranges::sort(drawn);
  double left = most_sample_seconds;
  std::set<std::size_t> taken;
  for (const auto& [digest, i] : drawn)
    if (const double effort = smpi_backend().effort(questions[i], scenario.platforms.of(questions[i]));
        effort <= left) {
      left -= effort;
      taken.insert(i);
    }
  std::vector<Point> sample;
  for (const std::size_t i : taken) sample.push_back(questions[i]);
  return sample;
}

}  // namespace collsim
