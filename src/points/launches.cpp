#include "points/launches.hpp"

#include <algorithm>

#include "support/quantile.hpp"

namespace collsim {

Outcome over_launches(const std::vector<Outcome>& launches) {
  if (launches.size() == 1) return launches.front();
  Outcome all = launches.front();
  const auto sorted = [&](double Outcome::*time) {
    std::vector<double> times;
    for (const Outcome& each : launches) times.push_back(each.*time);
    std::ranges::sort(times);
    return times;
  };
  for (double Outcome::*time :
       {&Outcome::seconds, &Outcome::seconds_mean, &Outcome::seconds_rank0, &Outcome::since_last_arrival,
        &Outcome::seconds_worst, &Outcome::seconds_early, &Outcome::seconds_low, &Outcome::seconds_high})
    all.*time = quantile(sorted(time), 0.5);
  all.interval = median_interval(sorted(&Outcome::seconds));
  all.launches = static_cast<int>(launches.size());
  all.repetitions = all.preempted = 0;
  for (const Outcome& each : launches) {
    all.repetitions += each.repetitions;
    all.preempted += each.preempted;
  }
  return all;
}

RealInterval ratio_interval(const RealInterval& one, const RealInterval& other) {
  return {one.low / other.high, one.high / other.low};
}

}  // namespace collsim
