#include <gtest/gtest.h>

#include "algorithms/algorithm.hpp"
#include "algorithms/testing/cost_check.hpp"
#include "algorithms/testing/oracle.hpp"

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

TEST(IrecvIsend, RefusesANegativeThrottle) {
  EXPECT_THROW(irecv_isend().resolve({{"throttle", "-1"}}), Error);
}

}  // namespace
}  // namespace collsim
