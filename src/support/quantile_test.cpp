#include "support/quantile.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace collsim {
namespace {

TEST(Quantile, LiesBetweenNeighbours) {
  const std::vector<double> four = {1, 2, 4, 8};
  EXPECT_EQ(quantile(four, 0), 1);
  EXPECT_EQ(quantile(four, 0.5), 3);      // halfway from 2 to 4
  EXPECT_EQ(quantile(four, 0.25), 1.75);  // three quarters of the way from 1 to 2
  EXPECT_EQ(quantile(four, 1), 8);
  EXPECT_EQ(quantile({7}, 0.5), 7);
}

TEST(Quantile, AMedianIsOfSamplesInAnyOrder) {
  EXPECT_EQ(median({8, 1, 4, 2}), 3);
  EXPECT_EQ(median({7}), 7);
}

TEST(Quantile, OneOfTheTwoInTheMiddle) {
  EXPECT_EQ(lower_median(std::vector{8, 1, 4, 2}), 2);
  EXPECT_EQ(upper_median(std::vector{8, 1, 4, 2}), 4);
  EXPECT_EQ(lower_median(std::vector{8, 1, 4}), 4);
  EXPECT_EQ(upper_median(std::vector{8, 1, 4}), 4);
  EXPECT_EQ(upper_median(std::vector{8, 1, 4, 2}, std::negate()), 2);
}

TEST(Quantile, AnInfiniteNeighbourDoesNotCount) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(quantile({1, 2, infinite}, 0.5), 2);
  EXPECT_EQ(quantile({1, 2, infinite}, 1), infinite);
}

}  // namespace
}  // namespace collsim
