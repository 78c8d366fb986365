#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& bcast_chain() {
  return describe("bcast", "chain");
}

/// 100 bytes: 25 ints, 12 doubles.
TEST(BcastChain, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(bcast_chain(), {{"segment_bytes", "100"}}), "");
}

/// Fewer and more segments than ranks, the last one shorter or not.
TEST(BcastChain, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(bcast_chain(), {{"segment_bytes", "500"}}), "");
  EXPECT_EQ(testing::check_cost(bcast_chain(), {{"segment_bytes", "16"}}), "");
}

TEST(BcastChain, RefusesANegativeSegment) {
  EXPECT_THAT(
      [] {
        bcast_chain().resolve({{"segment_bytes", "-1"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'segment_bytes' is '-1'; right would be a whole number from 0 on"));
}

}  // namespace
}  // namespace collsim
