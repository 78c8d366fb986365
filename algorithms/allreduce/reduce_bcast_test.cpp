#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& reduce_bcast() {
  return describe("allreduce", "reduce_bcast");
}

TEST(ReduceBcast, AnyRadixIsRight) {
  EXPECT_EQ(testing::oracle(reduce_bcast(), {{"radix", "3"}}), "");
  EXPECT_EQ(testing::oracle(reduce_bcast(), {{"radix", "1000"}}), "");  // the root is everyone's parent
}

TEST(ReduceBcast, AnyRadixCostsWhatItStates) {
  EXPECT_EQ(testing::check_cost(reduce_bcast(), {{"radix", "3"}}), "");
  EXPECT_EQ(testing::check_cost(reduce_bcast(), {{"radix", "1000"}}), "");
}

}  // namespace
}  // namespace collsim
