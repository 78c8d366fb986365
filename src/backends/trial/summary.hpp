#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "points/point.hpp"
#include "support/quantile.hpp"

namespace collsim {

/// What became of one rank of a simulated trial.
struct RankResult {
  double start = 0, finish = 0;          ///< seconds on the simulated clock
  std::int64_t messages = 0, bytes = 0;  ///< that it sent
  std::string wrong = {};                ///< empty, or what is wrong with its result
};

/// The mean of the ranks' finish - start over those that start no later than the median start.
inline double early_mean(const std::vector<RankResult>& ranks) {
  std::vector<double> starts;
  for (const auto& rank : ranks) starts.push_back(rank.start);
  const double middle = lower_median(std::move(starts));
  double sum = 0, early = 0;
  for (const auto& rank : ranks) {
    if (rank.start > middle) continue;
    sum += rank.finish - rank.start;
    ++early;
  }
  return sum / early;
}

/// The trial's answer, per execution of `loop` back to back. There is at least one rank.
inline Outcome summarize(const std::vector<RankResult>& ranks, int loop) {
  Outcome outcome;
  double first = ranks.front().start;
  double last_start = first;
  double finish = 0;
  for (const auto& rank : ranks) {
    first = std::min(first, rank.start);
    last_start = std::max(last_start, rank.start);
    finish = std::max(finish, rank.finish);
    outcome.seconds_mean += (rank.finish - rank.start) / static_cast<double>(ranks.size()) / loop;
    outcome.seconds_worst = std::max(outcome.seconds_worst, (rank.finish - rank.start) / loop);
    outcome.messages += rank.messages / loop;
    outcome.bytes_sent += rank.bytes / loop;
    if (!rank.wrong.empty() && outcome.ok()) outcome.status = {Status::Kind::failed, rank.wrong};
  }
  outcome.seconds = outcome.seconds_low = outcome.seconds_high = (finish - first) / loop;
  outcome.seconds_rank0 = (ranks.front().finish - ranks.front().start) / loop;
  outcome.seconds_early = early_mean(ranks) / loop;
  outcome.since_last_arrival = (finish - last_start) / loop;
  return outcome;
}

}  // namespace collsim
