#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& ring() {
  return describe("allreduce", "ring");
}

/// 100 bytes: 25 ints, 12 doubles; 1000 elements on 33 ranks still need two segments a block.
TEST(Ring, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(ring(), {{"segment_bytes", "100"}}), "");
}

TEST(Ring, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(ring(), {{"segment_bytes", "500"}}), "");
}

/// 10 ints on 4 ranks: blocks of 3, 3, 2, 2 elements. Segments of 2 ints: two messages a block, the second of
/// 1 or 0 elements, in 3 steps of each phase on 4 ranks.
TEST(Ring, EveryBlockHasAsManySegmentsAsTheLargest) {
  const Shape shape{.processes = 4, .count = 10, .type_size = 4};
  const Cost cost = ring().cost(shape, ring().resolve({{"segment_bytes", "8"}}));
  ASSERT_EQ(cost.size(), 5U);
  EXPECT_EQ(cost[1].repeat, 3);
  EXPECT_EQ(cost[1].bytes, 8);
  EXPECT_EQ(cost[1].volume, 4 * 8);
  EXPECT_EQ(cost[2].bytes, 4);
  EXPECT_EQ(cost[2].volume, 2 * 4);
}

TEST(Ring, PhasesAreRightAndCostWhatTheyState) {
  const std::map<std::string, std::string> phases = {{"segment_bytes", "100"}, {"segments", "phases"}};
  EXPECT_EQ(testing::oracle(ring(), phases), "");
  EXPECT_EQ(testing::check_cost(ring(), phases), "");
}

/// 10 ints on 4 ranks, as above: the segments go around in 2 phases, the largest block of 12 bytes comes back.
TEST(Ring, BlocksComeBackWholeAfterPhases) {
  const Shape shape{.processes = 4, .count = 10, .type_size = 4};
  const Cost cost = ring().cost(shape, ring().resolve({{"segment_bytes", "8"}, {"segments", "phases"}}));
  ASSERT_EQ(cost.size(), 4U);
  EXPECT_EQ(cost[2].reduced, 4);
  EXPECT_EQ(cost[3].repeat, 3);
  EXPECT_EQ(cost[3].bytes, 12);
  EXPECT_EQ(cost[3].volume, 40);
}

TEST(Ring, RefusesANegativeSegment) {
  EXPECT_THAT(
      [] {
        ring().resolve({{"segment_bytes", "-1"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'segment_bytes' is '-1'; right would be a whole number from 0 on"));
  EXPECT_THAT(
      [] {
        ring().resolve({{"segment_bytes", "half"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'segment_bytes' is 'half'; right would be a whole number from 0 on"));
  EXPECT_NO_THROW(ring().resolve({{"segment_bytes", "0"}}));
}

}  // namespace
}  // namespace collsim
