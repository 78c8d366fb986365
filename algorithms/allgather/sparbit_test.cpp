#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

/// 6 ranks: 1 block over distance 4, 1 over 2, 3 over 1. Nothing but the own block is copied.
TEST(Sparbit, SendsTheMostToTheNearest) {
  const Shape shape{.processes = 6, .count = 6, .type_size = 8, .in_place = true};
  const Cost cost =
      describe("allgather", "sparbit").cost(shape, describe("allgather", "sparbit").resolve({}));
  const std::pair<int, std::int64_t> expected[] = {{4, 8}, {2, 8}, {1, 24}};
  ASSERT_EQ(cost.size(), 4U);
  for (std::size_t round = 0; round < 3; ++round) {
    EXPECT_EQ(cost[1 + round].pairs.list_of(shape).front(), std::pair(0, expected[round].first));
    EXPECT_EQ(cost[1 + round].bytes, expected[round].second);
  }
  EXPECT_EQ(predict(cost, {.kappa = 1}), 0);
}

TEST(Sparbit, MaySendEachBlockByItself) {
  const Description& sparbit = describe("allgather", "sparbit");
  EXPECT_EQ(testing::oracle(sparbit, {{"messages", "single"}}), "");
  EXPECT_EQ(testing::check_cost(sparbit, {{"messages", "single"}}), "");
}

}  // namespace
}  // namespace collsim
