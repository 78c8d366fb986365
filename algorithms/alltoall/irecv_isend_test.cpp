#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& irecv_isend() {
  return describe("alltoall", "irecv_isend");
}

TEST(IrecvIsend, ThrottledIsRight) {
  EXPECT_EQ(testing::oracle(irecv_isend(), {{"throttle", "3"}}), "");
}

TEST(IrecvIsend, ThrottledCostsTheSame) {
  EXPECT_EQ(testing::check_cost(irecv_isend(), {{"throttle", "3"}}), "");
}

/// Blocks of different size are no lockstep of rounds; 8 ranks and 7 rounds, each counted twice.
TEST(IrecvIsend, IrregularIsBoundedByTwiceTheRounds) {
  const Description& irregular = describe("alltoallv", "irecv_isend");
  const Options options = irregular.resolve({});
  const Shape shape{.processes = 8, .count = 9, .counts = {2, 1, 1, 1, 1, 1, 1, 1}};
  EXPECT_FALSE(irregular.is_exact(shape, options));
  std::int64_t rounds = 0;
  for (const Stage& stage : irregular.cost(shape, options)) rounds += stage.messages > 0 ? stage.repeat : 0;
  EXPECT_EQ(rounds, 2 * 7);
}

TEST(IrecvIsend, RefusesANegativeThrottle) {
  EXPECT_THAT(
      [] {
        irecv_isend().resolve({{"throttle", "-1"}});
      },
      ::testing::ThrowsMessage<Error>("option 'throttle' is '-1'; right would be a whole number from 0 on"));
}

}  // namespace
}  // namespace collsim
