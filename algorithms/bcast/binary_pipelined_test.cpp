#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& binary_pipelined() {
  return describe("bcast", "binary_pipelined");
}

double rounds(int p, std::int64_t count, const char* segment_bytes) {
  const Options options = binary_pipelined().resolve({{"segment_bytes", segment_bytes}});
  return predict(binary_pipelined().cost({.processes = p, .count = count}, options), Hockney{.alpha = 1});
}

/// 100 bytes: 25 ints, 12 doubles.
TEST(BinaryPipelined, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(binary_pipelined(), {{"segment_bytes", "100"}}), "");
}

/// Fewer and more segments than ranks, the last one shorter or not.
TEST(BinaryPipelined, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(binary_pipelined(), {{"segment_bytes", "500"}}), "");
  EXPECT_EQ(testing::check_cost(binary_pipelined(), {{"segment_bytes", "64"}}), "");
}

/// 15 ranks, 10 segments: the rightmost leaf is three right turns away, and gets one in every second round.
TEST(BinaryPipelined, TakesTwoRoundsPerSegment) {
  EXPECT_EQ(rounds(15, 1000, "100"), 3 * 2 + 2 * 9);
}

TEST(BinaryPipelined, RefusesANegativeSegment) {
  EXPECT_THAT(
      [] {
        binary_pipelined().resolve({{"segment_bytes", "-1"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'segment_bytes' is '-1'; right would be a whole number from 0 on"));
}

}  // namespace
}  // namespace collsim
