#include "models/fit.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::ThrowsMessage;

TEST(FitHockney, FindsTheLineThatPointsLieOn) {
  const Hockney line = fit_hockney({{0, 5e-6}, {1000, 7e-6}, {1'000'000, 2005e-6}});
  EXPECT_NEAR(line.alpha, 5e-6, 5e-15);
  EXPECT_NEAR(line.beta, 2e-9, 2e-18);
}

TEST(FitHockney, WeighsErrorsByTheTime) {
  // T = alpha at 0 B is 1 s twice and 2 s once: sum (alpha / t - 1)^2 is least at sum(1/t) / sum(1/t^2) = 2.5
  // / 2.25. The single far point is met exactly.
  const Hockney line = fit_hockney({{0, 1}, {0, 1}, {0, 2}, {100, 30}});
  EXPECT_NEAR(line.alpha, 2.5 / 2.25, 1e-12);
  EXPECT_NEAR(line.alpha + 100 * line.beta, 30, 1e-10);
}

// Durham's Hamilton 7, two ranks of a node: published half round trips of the course phys52015
// (figures/ping-pong-timing-lots.py), 1 B to 1 KiB and 1 KiB to 128 KiB.
const std::vector<PingPong> small = {{1, 4.83926e-7},   {2, 4.61742e-7},   {4, 4.63351e-7},
                                     {8, 4.66618e-7},   {16, 4.39138e-7},  {32, 4.8268e-7},
                                     {64, 4.67097e-7},  {128, 4.81646e-7}, {256, 5.79535e-7},
                                     {512, 7.76776e-7}, {1024, 8.38381e-7}};
const std::vector<PingPong> medium = {{1024, 8.38381e-7},  {2048, 1.01111e-6},  {4096, 1.28711e-6},
                                      {8192, 2.0067e-6},   {16384, 3.23649e-6}, {32768, 6.07447e-6},
                                      {65536, 1.05492e-5}, {131072, 1.92604e-5}};

TEST(FitHockney, ReproducesTheFitsOfHamilton7) {
  // Fits made independently of the same data, stated to two digits: within half a unit of the second.
  EXPECT_NEAR(fit_hockney(small).alpha, 0.46e-6, 0.005e-6);
  EXPECT_NEAR(1 / fit_hockney(small).beta, 2.4e9, 0.05e9);
  EXPECT_NEAR(fit_hockney(medium).alpha, 0.70e-6, 0.005e-6);
  EXPECT_NEAR(1 / fit_hockney(medium).beta, 6.6e9, 0.05e9);
}

TEST(FitHockney, RefusesWhatDeterminesNoLine) {
  const auto refusal = [](const std::vector<PingPong>& points) { return [points] { fit_hockney(points); }; };
  const char* one_size = "a fit of alpha and beta needs ping-pongs of two different sizes";
  EXPECT_THAT(refusal({}), ThrowsMessage<Error>(one_size));
  EXPECT_THAT(refusal({{8, 1e-6}, {8, 2e-6}}), ThrowsMessage<Error>(one_size));
  EXPECT_THAT(refusal({{8, 1e-6}, {16, 0}}),
              ThrowsMessage<Error>("ping-pong of 16 bytes took 0 s; a fit needs positive times"));
  EXPECT_THAT(refusal({{8, 1e-6}, {16, std::numeric_limits<double>::infinity()}}),
              ThrowsMessage<Error>("ping-pong of 16 bytes took inf s; a fit needs positive times"));
  EXPECT_THAT(refusal({{8, 1e-6}, {-16, 2e-6}}),
              ThrowsMessage<Error>("ping-pong of -16 bytes; a message has 0 bytes or more"));
  const char* no_line =
      "no line alpha + bytes beta with beta > 0 fits the ping-pongs; longer messages should take longer";
  EXPECT_THAT(refusal({{8, 2e-6}, {16, 1e-6}}), ThrowsMessage<Error>(no_line));
  EXPECT_THAT(refusal({{8, 1e-300}, {16, 1e-310}}), ThrowsMessage<Error>(no_line));
}

/// Times of messages of 1 B to 1 MiB, by a function of the size.
template <class Seconds>
std::vector<PingPong> curve(const Seconds& seconds) {
  std::vector<PingPong> points;
  for (std::int64_t bytes = 1; bytes <= 1 << 20; bytes *= 2)
    points.push_back({bytes, seconds(static_cast<double>(bytes))});
  return points;
}

TEST(FitSteps, FindsTheLinesThatPointsLieOn) {
  const auto points = curve([](double n) { return n < 4096 ? 1e-6 + n * 1e-9 : 3e-6 + n * 0.1e-9; });
  const auto steps = fit_steps(points, 0.01, {});
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1].from, 4096);
  EXPECT_NEAR(steps[0].line.alpha, 1e-6, 1e-12);
  EXPECT_NEAR(steps[0].line.beta, 1e-9, 1e-15);
  EXPECT_NEAR(steps[1].line.alpha, 3e-6, 1e-12);
  EXPECT_NEAR(steps[1].line.beta, 0.1e-9, 1e-15);
  EXPECT_LT(steps[1].within, 1e-9);
}

TEST(FitSteps, BreakWhereTheyAreTold) {
  const auto points = curve([](double n) { return 1e-6 + n * 1e-9; });
  EXPECT_EQ(fit_steps(points, 0.01, {}).size(), 1U);
  const auto steps = fit_steps(points, 0.01, {1000});
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1].from, 1024);
}

TEST(FitSteps, HaveNoNegativeParts) {
  const auto falling = fit_steps({{1, 1.02e-6}, {2, 1.01e-6}, {4, 1e-6}}, 0.05, {});
  ASSERT_EQ(falling.size(), 1U);
  EXPECT_EQ(falling[0].line.beta, 0);
  EXPECT_NEAR(falling[0].line.alpha, 1.01e-6, 0.001e-6);
  const auto steep = fit_steps({{1000, 1e-6}, {2000, 2.1e-6}}, 0.1, {});
  ASSERT_EQ(steep.size(), 1U);
  EXPECT_EQ(steep[0].line.alpha, 0);
  const auto apart = fit_steps({{1, 1e-6}, {8, 9e-6}, {9, 20e-6}}, 0.01, {8, 9});
  ASSERT_EQ(apart.size(), 3U);
  EXPECT_EQ(apart[0].line.alpha, 1e-6) << "the first of one point is latency";
  EXPECT_EQ(apart[2].line.alpha, 0);
  EXPECT_NEAR(apart[2].line.beta, 20e-6 / 9, 1e-15) << "and another is rate";
}

TEST(CommonJump, IsWhereAllCurvesLeaveTheirLines) {
  const auto jumps_at = [](double size, double slower) {
    return curve([=](double n) { return n < size ? 1e-6 + n * 1e-9 : slower * (1e-6 + n * 1e-9); });
  };
  EXPECT_EQ(common_jump({jumps_at(65536, 0.5), jumps_at(65536, 1.9)}, 4096, 0.25), 65536);
  EXPECT_EQ(common_jump({jumps_at(65536, 0.5), jumps_at(32768, 1.9)}, 4096, 0.25), std::nullopt);
  const auto twice = curve([](double n) { return (n < 16384 ? 1 : n < 262144 ? 2 : 9) * (1e-6 + n * 1e-9); });
  EXPECT_EQ(common_jump({twice}, 4096, 0.25), 16384) << "the first, however large another is";
  EXPECT_EQ(common_jump({jumps_at(65536, 0.9)}, 4096, 0.25), std::nullopt) << "a tenth is noise";
  EXPECT_EQ(common_jump({jumps_at(2048, 0.5)}, 4096, 0.25), std::nullopt) << "of messages that are no copies";
}

}  // namespace
}  // namespace collsim
