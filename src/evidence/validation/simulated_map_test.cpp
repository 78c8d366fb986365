#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backends/backend.hpp"
#include "lab/decisions/winner_map.hpp"
#include "lab/scenarios/scenario.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// The map of the first platform of a scenario, simulated and modeled.
WinnerMap map_of(Scenario scenario) {
  std::vector<Row> rows;
  for (const Point& point : scenario.points) rows.push_back({point});
  answer(
      scenario.platforms.of_point(scenario.points.front()), scenario.points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { rows[index].outcome = outcome; });
  return winner_maps(rows).front();
}

/// Seconds on the star: alpha = 1 us + an envelope of 16 B, 1 ns per byte sent or combined, 0.25 ns per byte
/// copied.
double recursive_doubling(double p, double n) {
  const double k = std::floor(std::log2(p)), r = p - std::exp2(k);
  return n * 0.25e-9 + k * (1.016e-6 + 2e-9 * n) + (r > 0 ? 2 * 1.016e-6 + 3e-9 * n : 0);
}
double halving_doubling(double p, double n) {
  const double k = std::floor(std::log2(p)), power = std::exp2(k);
  return 2 * k * 1.016e-6 + (power - 1) / power * 3e-9 * n + (p > power ? 3 * 1.016e-6 + 2.5e-9 * n : 0);
}
double ring(double p, double n) {
  const double block = 8 * std::ceil(n / 8 / p);
  return n * 0.25e-9 + (p - 1) * (2 * 1.016e-6 + 3e-9 * block);
}

TEST(SimulatedMap, OnTheStarIsThatOfTheClosedForms) {
  const WinnerMap map = map_of(parse_scenario(
      R"({"collective": "allreduce", "platform": "star", "algorithms": ["recursive_doubling", "halving_doubling", "ring"],
          "processes": [2, 3, 4, 6, 8, 12, 16, 24], "bytes": "128..2M:x4", "data": "time", "backends": ["smpi", "model"]})",
      "star.json"));
  ASSERT_EQ(map.sides.size(), 2U);
  for (const auto& side : map.sides) {
    EXPECT_EQ(side.winners.size(), 64U) << side.backend;
    for (const auto& [place, winner] : side.winners) {
      const auto p = static_cast<double>(place.first), n = static_cast<double>(place.second);
      std::vector<std::pair<double, std::string>> race = {{recursive_doubling(p, n), "recursive_doubling"},
                                                          {halving_doubling(p, n), "halving_doubling"},
                                                          {ring(p, n), "ring"}};
      std::sort(race.begin(), race.end());
      const std::string where =
          side.backend + ", p = " + std::to_string(place.first) + ", " + human_bytes(place.second);
      EXPECT_EQ(winner.name(), race[0].second) << where;
      EXPECT_EQ(winner.second, race[1].second) << where;
      EXPECT_NEAR(winner.margin, race[1].first / race[0].first, 1e-9) << where;
    }
  }
  const Choices& choices = map.sides[1].choices;
  EXPECT_EQ(choices.cells, 64U);
  EXPECT_EQ(choices.agreeing, 64U);
  EXPECT_LE(choices.worst.share, tie_tolerance);
}

// Simulated rows are deterministic: when these change, the figures of validation/winners/README.md need a look.
TEST(SimulatedMap, T3EAllreduceIsWhatItsPageStates) {
  const WinnerMap map = map_of(load_scenario(
      "t3e_allreduce_map", {{"processes", "6,96"}, {"bytes", "512,128K"}, {"backends", "smpi,model"}}));
  const Choices& choices = map.sides[1].choices;
  EXPECT_EQ(choices.cells, 4U);
  EXPECT_EQ(choices.agreeing, 3U);
  EXPECT_EQ(choices.worst.processes, 6);
  EXPECT_NEAR(choices.worst.share, 0.174, 0.0005);
}

}  // namespace
}  // namespace collsim
