#include "lab/tuner/expected_times.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "algorithms/facts/collective.hpp"

namespace collsim {
namespace {

/// Misses of some numbers, and of all numbers once more, so that few do not tell too much.
double root_mean(const std::vector<double>& misses, double pooled) {
  double sum = pooled;
  for (const double miss : misses) sum += miss;
  return std::sqrt(sum / static_cast<double>(misses.size() + 1));
}

Spot spot_of(const Point& at) {
  const bool by_block = collective(at.collective).size == Collective::Size::blocks;
  const double size =
      static_cast<double>(std::max<std::int64_t>(at.bytes(), 1)) / (by_block ? at.processes : 1);
  return {std::log2(at.processes), std::log2(size) / 2,
          std::has_single_bit(static_cast<unsigned>(at.processes))};
}

}  // namespace

bool Rival::is_for(std::size_t target) const {
  return std::ranges::find(targets, target) != targets.end();
}

void ExpectedTimes::add(const Point& race, const std::string& algorithm, Rival rival) {
  const auto [call, is_new] = calls_by_race_.emplace(race, rivals_.size());
  if (is_new) {
    rivals_.emplace_back();
    races_.push_back(race);
    spots_.push_back(spot_of(race));
  }
  rival.algorithm = algorithms_.emplace(algorithm, algorithms_.size()).first->second;
  places_[rival.point] = {call->second, rivals_[call->second].size()};
  rivals_[call->second].push_back(std::move(rival));
}

const Rival& ExpectedTimes::rival(std::size_t point) const {
  const auto& [call, number] = places_.at(point);
  return rivals_[call][number];
}

void ExpectedTimes::hear(std::size_t point, const Outcome& outcome) {
  const auto& [call, number] = places_.at(point);
  Rival& own = rivals_[call][number];
  own.failed = !outcome.ok() || outcome.seconds <= 0;
  if (!own.failed) own.answer = std::log(outcome.seconds);
  learnt_ = false;
}

void ExpectedTimes::learn() {
  if (learnt_) return;
  ratios_.assign(algorithms_.size(), Interpolated(spots_));
  pairs_.clear();
  for (std::size_t call = 0; call < rivals_.size(); ++call)
    for (const Rival& rival : rivals_[call])
      if (rival.answer) ratios_[rival.algorithm].learn(call, *rival.answer - rival.formula);
  std::vector<std::vector<double>> misses;
  std::vector<double> all;
  for (const Interpolated& ratio : ratios_) {
    misses.push_back(ratio.misses());
    all.insert(all.end(), misses.back().begin(), misses.back().end());
  }
  pooled_ = all.empty() ? 0 : std::pow(root_mean(all, 0), 2);
  slopes_.clear();
  for (const auto& own : misses) slopes_.push_back(root_mean(own, pooled_));
  for (std::size_t call = 0; call < rivals_.size(); ++call)
    for (Rival& rival : rivals_[call]) rival.time = expected(call, rival);
  learnt_ = true;
}

Expected ExpectedTimes::expected(std::size_t call, const Rival& rival) const {
  constexpr double far = 4;  // where nothing is known of an algorithm
  if (rival.answer) return {*rival.answer, 0};
  const auto guess = ratios_[rival.algorithm].guess_at(call);
  return {rival.formula + (guess ? guess->value : 0),
          slopes_[rival.algorithm] * (guess ? guess->distance : far)};
}

Expected ExpectedTimes::difference(std::size_t call, const Rival& one, const Rival& other) {
  const Expected apart{one.time.mean - other.time.mean, std::hypot(one.time.off, other.time.off)};
  const Pair& pair = pair_of(one, other);
  if (const auto guess = pair.ratio.guess_at(call); guess && pair.slope * guess->distance < apart.off)
    return {one.formula - other.formula + guess->value, pair.slope * guess->distance};
  return apart;
}

const ExpectedTimes::Pair& ExpectedTimes::pair_of(const Rival& one, const Rival& other) {
  const auto [place, is_new] =
      pairs_.emplace(std::pair(one.algorithm, other.algorithm), Pair{Interpolated(spots_)});
  Pair& pair = place->second;
  if (!is_new) return pair;
  for (std::size_t call = 0; call < rivals_.size(); ++call) {
    std::optional<double> first, second;
    for (const Rival& rival : rivals_[call]) {
      if (rival.answer && rival.algorithm == one.algorithm) first = *rival.answer - rival.formula;
      if (rival.answer && rival.algorithm == other.algorithm) second = *rival.answer - rival.formula;
    }
    if (first && second) pair.ratio.learn(call, *first - *second);
  }
  pair.slope = root_mean(pair.ratio.misses(), pooled_);
  return pair;
}

}  // namespace collsim
