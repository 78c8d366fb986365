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
  EXPECT_EQ(testing::check_cost(bcast_chain(), {{"segment_bytes", "64"}}), "");
}

/// One chain fewer than ranks, and more, too; a last segment as long as the others or shorter.
TEST(BcastChain, GoesDownSeveralChains) {
  EXPECT_EQ(testing::oracle(bcast_chain(), {{"chains", "2"}, {"segment_bytes", "100"}}), "");
  EXPECT_EQ(testing::oracle(bcast_chain(), {{"chains", "4"}, {"segment_bytes", "0"}}), "");
  EXPECT_EQ(testing::check_cost(bcast_chain(), {{"chains", "2"}, {"segment_bytes", "64"}}), "");
  EXPECT_EQ(testing::check_cost(bcast_chain(), {{"chains", "4"}, {"segment_bytes", "100"}}), "");
}

/// 8 ranks behind the root in 3 chains of 3, 3 and 2, as Open MPI's coll_base_topo.c cuts them.
TEST(BcastChain, HasOpenMpisChains) {
  const Shape shape{.processes = 9, .count = 1};
  std::vector<int> parents(9, -1);
  for (const Stage& stage : bcast_chain().cost(shape, bcast_chain().resolve({{"chains", "3"}})))
    for (const auto& [from, to] : stage.pairs.list_of(shape)) parents[static_cast<std::size_t>(to)] = from;
  EXPECT_EQ(parents, (std::vector<int>{-1, 0, 1, 2, 0, 4, 5, 0, 7}));
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
