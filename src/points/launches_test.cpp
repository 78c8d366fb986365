#include "points/launches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "points/drawn.hpp"
#include "support/quantile.hpp"

namespace collsim {
namespace {

Outcome launch(double seconds, int repetitions = 5, int preempted = 0) {
  return {.seconds = seconds,
          .seconds_mean = seconds / 2,
          .seconds_low = 0.9 * seconds,
          .seconds_high = 1.1 * seconds,
          .repetitions = repetitions,
          .preempted = preempted,
          .messages = 24};
}

TEST(Launches, OneIsItself) {
  EXPECT_EQ(over_launches({launch(3)}), launch(3));
}

TEST(Launches, SeveralAreTheirMedians) {
  const Outcome all = over_launches({launch(4, 5), launch(1, 7, 2), launch(2, 9)});
  EXPECT_EQ(all.seconds, 2);
  EXPECT_EQ(all.seconds_mean, 1);
  EXPECT_EQ(all.seconds_low, 0.9 * 2);
  EXPECT_EQ(all.seconds_high, 1.1 * 2);
  EXPECT_EQ(all.launches, 3);
  EXPECT_EQ(all.repetitions, 21);
  EXPECT_EQ(all.preempted, 2);
  EXPECT_EQ(all.messages, 24);
  EXPECT_EQ(all.interval, std::nullopt) << "three tell nothing of the next";
  EXPECT_EQ(all.noise(), (RealInterval{0.9 * 2, 1.1 * 2}));
}

TEST(Launches, SixHaveAnInterval) {
  std::vector<Outcome> six;
  for (const double seconds : {6, 1, 4, 3, 5, 2}) six.push_back(launch(seconds));
  ASSERT_EQ(six.size(), static_cast<std::size_t>(enough_launches));
  const Outcome all = over_launches(six);
  EXPECT_EQ(all.interval, (RealInterval{1, 6}));
  EXPECT_EQ(all.noise(), (RealInterval{1, 6}));
}

/// Numbers of a machine in which every launch has a speed of its own, most within some percent, some far slower.
class Machine {
 public:
  explicit Machine(int seed) : seed_(seed) {}

  /// A run of so many launches, of 20 repetitions each.
  Outcome measured(int launches) {
    std::vector<Outcome> all;
    for (int i = 0; i < launches; ++i) {
      const double speed = std::exp(0.05 * normal()) * (uniform() < 0.1 ? 1.5 : 1);
      std::vector<double> samples;
      for (int repetition = 0; repetition < 20; ++repetition)
        samples.push_back(speed * (1 + 0.02 * -std::log(uniform())));
      std::ranges::sort(samples);
      Outcome& one = all.emplace_back();
      one.seconds = quantile(samples, 0.5);
      one.interval = median_interval(samples);
    }
    return over_launches(all);
  }

 private:
  double uniform() { return (static_cast<double>(drawn(seed_, next_++) >> 11U) + 0.5) * 0x1p-53; }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

  int seed_;
  std::uint64_t next_ = 0;
};

/// Of 2000 pairs of runs, the second of which takes `factor` times as long, the share whose ratio's interval holds 1.
double share_of_ones(int launches, double factor = 1) {
  constexpr int pairs = 2000;
  Machine machine(1);
  int ones = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const RealInterval first = machine.measured(launches).interval.value();
    const RealInterval second = machine.measured(launches).interval.value();
    const RealInterval ratio = ratio_interval(first, {factor * second.low, factor * second.high});
    if (ratio.low <= 1 && 1 <= ratio.high) ++ones;
  }
  return static_cast<double>(ones) / pairs;
}

TEST(Launches, IntervalsOfRatiosOfTheSameHoldOne) {
  EXPECT_GE(share_of_ones(enough_launches), 0.95);
  EXPECT_GE(share_of_ones(20), 0.95);
}

TEST(Launches, IntervalsWithinALaunchDoNot) {
  EXPECT_LT(share_of_ones(1), 0.5);
}

TEST(Launches, ADifferenceIsSeen) {
  EXPECT_LT(share_of_ones(20, 1.2), 0.05);
}

}  // namespace
}  // namespace collsim
