#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& bcast_knomial() {
  return describe("bcast", "knomial");
}

TEST(BcastKnomial, AnyRadixIsRight) {
  EXPECT_EQ(testing::oracle(bcast_knomial(), {{"radix", "3"}}), "");
  EXPECT_EQ(testing::oracle(bcast_knomial(), {{"radix", "1000"}}), "");  // the root is everyone's parent
}

TEST(BcastKnomial, AnyRadixCostsWhatItStates) {
  EXPECT_EQ(testing::check_cost(bcast_knomial(), {{"radix", "3"}}), "");
  EXPECT_EQ(testing::check_cost(bcast_knomial(), {{"radix", "4"}}), "");
  EXPECT_EQ(testing::check_cost(bcast_knomial(), {{"radix", "1000"}}), "");
}

/// 10 ranks, base 4: the root serves 1, 2, 3 and 4, 8.
TEST(BcastKnomial, HasAsManyRoundsAsTheRootHasChildren) {
  EXPECT_EQ(
      bcast_knomial().cost({.processes = 10, .count = 1}, bcast_knomial().resolve({{"radix", "4"}})).size(),
      5U);
}

TEST(BcastKnomial, RefusesRadixOne) {
  EXPECT_THAT(
      [] {
        bcast_knomial().resolve({{"radix", "1"}});
      },
      ::testing::ThrowsMessage<Error>("option 'radix' is '1'; right would be a whole number from 2 on"));
}

}  // namespace
}  // namespace collsim
