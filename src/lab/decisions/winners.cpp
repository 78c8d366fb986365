#include "lab/decisions/winners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace collsim {
namespace {

Winner winner_of(int processes, std::int64_t bytes, const std::map<std::string, double>& times) {
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [algorithm, seconds] : times) order.emplace_back(seconds, algorithm);
  std::sort(order.begin(), order.end());
  const double best = order.front().first;
  Winner winner{processes, bytes, {}, best, "", std::numeric_limits<double>::infinity()};
  for (const auto& [seconds, algorithm] : order) {
    if (seconds > best * (1 + tie_tolerance)) {
      winner.second = algorithm;
      winner.margin = seconds / best;
      break;
    }
    winner.algorithms.push_back(algorithm);
  }
  std::sort(winner.algorithms.begin(), winner.algorithms.end());
  return winner;
}

using TimeCurve = std::map<std::int64_t, double>;

TimeCurve curve_of(const std::vector<Timing>& timings, int processes, const std::string& algorithm) {
  TimeCurve curve;
  for (const Timing& timing : timings) {
    if (timing.algorithm != algorithm || timing.processes != processes) continue;
    if (timing.bytes <= 0 || timing.seconds <= 0) continue;
    const auto [place, added] = curve.emplace(timing.bytes, timing.seconds);
    if (!added) place->second = std::min(place->second, timing.seconds);
  }
  return curve;
}

}  // namespace

std::string Winner::name() const {
  return fmt::format("{}", fmt::join(algorithms, " = "));
}

TimesAtSizes shortest_times(const std::vector<Timing>& timings) {
  TimesAtSizes shortest;
  for (const Timing& timing : timings) {
    auto& times = shortest[{timing.processes, timing.bytes}];
    const auto [place, added] = times.emplace(timing.algorithm, timing.seconds);
    if (!added) place->second = std::min(place->second, timing.seconds);
  }
  return shortest;
}

std::vector<Winner> winners(const std::vector<Timing>& timings) {
  std::vector<Winner> result;
  for (const auto& [size, times] : shortest_times(timings))
    result.push_back(winner_of(size.first, size.second, times));
  return result;
}

Crossing crossing(const std::vector<Timing>& timings, int processes, const std::string& first,
                  const std::string& second) {
  using Kind = Crossing::Kind;
  const TimeCurve other = curve_of(timings, processes, second);
  Crossing result;
  double leader = 0;  // the sign of the last difference that was not 0
  double last_size = 0;
  double last_difference = 0;
  for (const auto& [bytes, seconds] : curve_of(timings, processes, first)) {
    const auto place = other.find(bytes);
    if (place == other.end()) continue;
    if (result.kind == Kind::unknown) result = {Kind::first_faster, static_cast<double>(bytes)};
    const double size = std::log(static_cast<double>(bytes));
    const double difference = std::log(seconds / place->second);
    if (leader * difference < 0)
      return {Kind::crosses,
              std::exp(last_size + (size - last_size) * last_difference / (last_difference - difference))};
    if (difference != 0) leader = std::copysign(1.0, difference);
    last_size = size;
    last_difference = difference;
  }
  if (leader > 0) result.kind = Kind::second_faster;
  return result;
}

}  // namespace collsim
