#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& recursive_multiplying() {
  return describe("allreduce", "recursive_multiplying");
}

double predicted(int processes, const std::string& radix, const Hockney& machine) {
  const Shape shape{.processes = processes, .count = 1, .type_size = 1, .in_place = true};
  const Description& about = recursive_multiplying();
  return predict(about.cost(shape, about.resolve({{"radix", radix}})), machine);
}

/// Groups that are full, partial and alone; a radix above p.
TEST(RecursiveMultiplying, IsRightForEveryRadix) {
  for (const char* radix : {"3", "4", "7", "40"}) {
    EXPECT_EQ(testing::oracle(recursive_multiplying(), {{"radix", radix}}), "") << radix;
    EXPECT_EQ(testing::check_cost(recursive_multiplying(), {{"radix", radix}}), "") << radix;
  }
}

/// (radix - 1) messages in each of log_radix p rounds; of 11 ranks in nine groups one of three folds.
TEST(RecursiveMultiplying, SendsRadixMinusOneMessagesARound) {
  const Hockney latency{.alpha = 1};
  const Hockney combining{.gamma = 1};
  EXPECT_EQ(predicted(81, "3", latency), 4 * 2);
  EXPECT_EQ(predicted(81, "9", latency), 2 * 8);
  EXPECT_EQ(predicted(81, "100", latency), 80);
  EXPECT_EQ(predicted(11, "3", latency), 2 * 2 + 2 * 2);
  EXPECT_EQ(predicted(10, "3", latency), 2 * 2 + 2 * 1);
  EXPECT_EQ(predicted(11, "3", combining), 2 * 2 + 2);
}

TEST(RecursiveMultiplying, RefusesARadixBelowTwo) {
  for (const char* radix : {"1", "0", "-2", "two"})
    EXPECT_THAT(
        [radix] {
          recursive_multiplying().resolve({{"radix", radix}});
        },
        ::testing::ThrowsMessage<Error>("option 'radix' is '" + std::string(radix) +
                                        "'; right would be a whole number from 2 on"));
}

}  // namespace
}  // namespace collsim
