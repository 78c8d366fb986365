#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& bruck() {
  return describe("alltoall", "bruck");
}

TEST(AlltoallBruck, AnyRadixIsRight) {
  EXPECT_EQ(testing::oracle(bruck(), {{"radix", "3"}}), "");
}

TEST(AlltoallBruck, AnyRadixCostsWhatItStates) {
  EXPECT_EQ(testing::check_cost(bruck(), {{"radix", "3"}}), "");
  EXPECT_EQ(testing::check_cost(bruck(), {{"radix", "1000"}}), "");
}

/// 10 ranks, base 3: digits 1 and 2 of weights 1 and 3, digit 1 of weight 9.
TEST(AlltoallBruck, HasARoundForEachDigit) {
  const Shape shape{.processes = 10, .count = 10};
  const Cost cost = bruck().cost(shape, bruck().resolve({{"radix", "3"}}));
  ASSERT_EQ(cost.size(), 6U);
  EXPECT_EQ(cost[0].bytes, 3);  // 1, 4, 7
  EXPECT_EQ(cost[3].bytes, 3);  // 6, 7, 8
  EXPECT_EQ(cost[4].bytes, 1);  // 9
  EXPECT_EQ(cost[4].pairs.list_of(shape).front(), std::pair(0, 9));
}

TEST(AlltoallBruck, RefusesRadixOne) {
  EXPECT_THAT(
      [] {
        bruck().resolve({{"radix", "1"}});
      },
      ::testing::ThrowsMessage<Error>("option 'radix' is '1'; right would be a whole number from 2 on"));
}

}  // namespace
}  // namespace collsim
