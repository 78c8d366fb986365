#include <gtest/gtest.h>

#include <filesystem>

#include "backends/backend.hpp"

namespace collsim {
namespace {

struct Asked {
  const char* collective;
  const char* algorithm;
  int processes;
};

/// By the fast engine's network and by the formula.
std::vector<Outcome> answers(const Asked& asked, std::int64_t count) {
  std::vector<Point> points(2);
  for (Point& point : points) {
    point.collective = asked.collective;
    point.algorithm = asked.algorithm;
    point.options = describe(asked.collective, asked.algorithm).resolve({});
    point.platform = "flat";
    point.network = "loggp";
    point.processes = asked.processes;
    point.count = count;
  }
  points[0].backend = "fast";
  points[1].backend = "model";
  std::vector<Outcome> outcomes(points.size());
  answer(
      Platform::load("flat"), points, 1, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  return outcomes;
}

TEST(LogGPModel, EqualsTheFastEngineWhereRoundsAreAlike) {
  for (const Asked& asked : {Asked{"bcast", "binomial", 2}, Asked{"allreduce", "ring", 2},
                             Asked{"allreduce", "ring", 13}, Asked{"allreduce", "recursive_doubling", 16},
                             Asked{"allgather", "ring", 16}, Asked{"barrier", "dissemination", 16}})
    for (const std::int64_t count : {0, 16 * 13, 16 * 13 * 1000}) {
      const auto outcomes = answers(asked, count);
      for (const Outcome& outcome : outcomes) ASSERT_EQ(outcome.status, Status());
      EXPECT_NEAR(outcomes[1].seconds / outcomes[0].seconds, 1, 1e-12)
          << asked.collective << "/" << asked.algorithm << " p = " << asked.processes << ", " << count;
    }
}

}  // namespace
}  // namespace collsim
