#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

TEST(AllreduceBine, MayCutHalvesIntoSegments) {
  const Description& about = describe("allreduce", "bine");
  EXPECT_EQ(testing::oracle(about, {{"segment_bytes", "64"}}), "");
  EXPECT_EQ(testing::check_cost(about, {{"segment_bytes", "64"}}), "");
}

/// 8 ranks: halves of 4, 2 and 1 KiB in segments of one, and three messages back.
TEST(AllreduceBine, CutsOnlyWhatIsCombined) {
  const Description& about = describe("allreduce", "bine");
  const Shape shape{.processes = 8, .count = 8192};
  std::int64_t rounds = 0;
  for (const Stage& stage : about.cost(shape, about.resolve({{"segment_bytes", "1024"}})))
    rounds += stage.messages > 0 ? stage.repeat : 0;
  EXPECT_EQ(rounds, 4 + 2 + 1 + 3);
}

TEST(AllreduceBine, HasNoSegmentsOfWholeVectors) {
  EXPECT_THROW(describe("allreduce", "bine").resolve({{"form", "latency"}, {"segment_bytes", "64"}}), Error);
}

}  // namespace
}  // namespace collsim
