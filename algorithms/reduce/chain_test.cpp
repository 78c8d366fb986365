#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& reduce_chain() {
  return describe("reduce", "chain");
}

/// 100 bytes: 25 ints, 12 doubles.
TEST(ReduceChain, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(reduce_chain(), {{"segment_bytes", "100"}}), "");
}

/// Fewer and more segments than ranks, the last one shorter or not.
TEST(ReduceChain, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(reduce_chain(), {{"segment_bytes", "500"}}), "");
  EXPECT_EQ(testing::check_cost(reduce_chain(), {{"segment_bytes", "96"}}), "");
}

TEST(ReduceChain, GoesEitherWay) {
  const std::map<std::string, std::string> rising = {{"segment_bytes", "100"}, {"order", "rising"}};
  for (const int p : {1, 2, 5}) {
    EXPECT_EQ(testing::oracle(reduce_chain(), rising, std::make_shared<const Nodes>(p)), "");
    EXPECT_EQ(testing::check_cost(reduce_chain(), rising, std::make_shared<const Nodes>(p)), "");
  }
}

/// As in the broadcast.
TEST(ReduceChain, ComesUpSeveralChains) {
  EXPECT_EQ(testing::oracle(reduce_chain(), {{"chains", "2"}, {"segment_bytes", "100"}}), "");
  EXPECT_EQ(testing::oracle(reduce_chain(), {{"chains", "4"}, {"segment_bytes", "0"}}), "");
  EXPECT_EQ(testing::check_cost(reduce_chain(), {{"chains", "2"}, {"segment_bytes", "96"}}), "");
  EXPECT_EQ(testing::check_cost(reduce_chain(), {{"chains", "4"}, {"segment_bytes", "100"}}), "");
}

TEST(ReduceChain, RefusesANegativeSegment) {
  EXPECT_THAT(
      [] {
        reduce_chain().resolve({{"segment_bytes", "-1"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'segment_bytes' is '-1'; right would be a whole number from 0 on"));
}

}  // namespace
}  // namespace collsim
