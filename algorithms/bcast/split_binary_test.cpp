#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& split_binary() {
  return describe("bcast", "split_binary");
}

double rounds_of_halves(int p, std::int64_t count, const char* segment_bytes) {
  const Options options = split_binary().resolve({{"segment_bytes", segment_bytes}});
  return predict(split_binary().cost({.processes = p, .count = count}, options), Hockney{.alpha = 1});
}

/// 100 bytes: 25 ints, 12 doubles.
TEST(SplitBinary, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(split_binary(), {{"segment_bytes", "100"}}), "");
}

/// Fewer and more segments than ranks, the last one shorter or not.
TEST(SplitBinary, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(split_binary(), {{"segment_bytes", "500"}}), "");
  EXPECT_EQ(testing::check_cost(split_binary(), {{"segment_bytes", "64"}}), "");
}

/// 15 ranks, 10 segments of a half: the rightmost leaf is three right turns away; then halves are exchanged.
TEST(SplitBinary, TakesTwoRoundsPerSegmentOfAHalf) {
  EXPECT_EQ(rounds_of_halves(15, 2000, "100"), 3 * 2 + 2 * 9 + 1);
}

TEST(SplitBinary, RefusesANegativeSegment) {
  EXPECT_THAT(
      [] {
        split_binary().resolve({{"segment_bytes", "-1"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'segment_bytes' is '-1'; right would be a whole number from 0 on"));
}

}  // namespace
}  // namespace collsim
