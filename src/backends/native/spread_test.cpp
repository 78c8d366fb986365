#include "backends/native/spread.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace collsim {
namespace {

/// 1, 2, ... n, in descending order.
std::vector<double> first(int n) {
  std::vector<double> samples(static_cast<std::size_t>(n));
  std::iota(samples.rbegin(), samples.rend(), 1.0);
  return samples;
}

TEST(Spread, InterpolatesQuartiles) {
  const Spread odd = spread(first(5));
  EXPECT_EQ(odd.low, 2);
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.high, 4);
  const Spread even = spread(first(4));
  EXPECT_DOUBLE_EQ(even.low, 1.75);
  EXPECT_DOUBLE_EQ(even.median, 2.5);
  EXPECT_DOUBLE_EQ(even.high, 3.25);
  EXPECT_EQ(spread({7}).median, 7);
}

TEST(Spread, NeedsSixSamplesForAnInterval) {
  EXPECT_TRUE(std::isinf(spread(first(5)).precision));
  EXPECT_DOUBLE_EQ(spread(first(6)).precision, (6 - 1) / 3.5);
}

TEST(Spread, IsPreciseWhenAllSamplesAgree) {
  EXPECT_EQ(spread({2, 2, 2, 2, 2, 2}).precision, 0);
}

}  // namespace
}  // namespace collsim
