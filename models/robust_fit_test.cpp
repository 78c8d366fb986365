#include "models/robust_fit.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace collsim {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

/// Logarithms of a line exp(p[0]) + x exp(p[1]) over what was measured at x = 1, 2, 4, ...
Residuals line(const std::vector<double>& measured) {
  return [=](const std::vector<double>& p) {
    std::vector<double> residuals;
    double x = 1;
    for (const double value : measured) {
      residuals.push_back(std::log((std::exp(p[0]) + x * std::exp(p[1])) / value));
      x *= 2;
    }
    return residuals;
  };
}

TEST(RobustFit, FindsALine) {
  // 5 + 3 x.
  const auto found = robust_fit(line({8, 11, 17, 29, 53, 101}), {0, 0});
  EXPECT_THAT(found, ElementsAre(DoubleNear(std::log(5), 0.02), DoubleNear(std::log(3), 0.02)));
}

TEST(RobustFit, IsNotDrawnByAnOutlier) {
  const auto found = robust_fit(line({8, 11, 17, 2900, 53, 101, 197, 389}), {0, 0});
  EXPECT_NEAR(found[1], std::log(3), 0.03);
}

TEST(RobustFit, LeavesAloneWhatNoSampleDependsOn) {
  const auto alone = [](const std::vector<double>& p) { return std::vector<double>{p[1] - 2}; };
  const auto found = robust_fit(alone, {0.25, 0});
  EXPECT_EQ(found[0], 0.25);
  EXPECT_NEAR(found[1], 2, 0.01);
}

TEST(RobustFit, GivesTheSameBitsInAnyOrderOfSamples) {
  const auto forward = line({8, 11.5, 16, 30, 50, 104});
  const auto backward = [&](const std::vector<double>& p) {
    auto residuals = forward(p);
    std::ranges::reverse(residuals);
    return residuals;
  };
  EXPECT_EQ(robust_fit(forward, {0, 0}), robust_fit(backward, {0, 0}));
}

}  // namespace
}  // namespace collsim
