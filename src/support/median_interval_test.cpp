#include "support/median_interval.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace collsim {
namespace {

std::vector<double> first(int n) {
  std::vector<double> samples(static_cast<std::size_t>(n));
  std::iota(samples.begin(), samples.end(), 1.0);
  return samples;
}

TEST(MedianInterval, NeedsSixSamples) {
  EXPECT_EQ(median_interval({}), std::nullopt);
  EXPECT_EQ(median_interval(first(5)), std::nullopt);
  EXPECT_EQ(median_interval(first(6)), (RealInterval{1, 6}));
}

// The ranks are those of Le Boudec's table.
TEST(MedianInterval, LiesBetweenOrderStatistics) {
  EXPECT_EQ(median_interval(first(9)), (RealInterval{2, 8}));
  EXPECT_EQ(median_interval(first(20)), (RealInterval{6, 15}));
  EXPECT_EQ(median_interval(first(70)), (RealInterval{27, 44}));
  EXPECT_EQ(median_interval(first(100)), (RealInterval{40, 61}));
}

}  // namespace
}  // namespace collsim
