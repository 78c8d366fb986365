#pragma once

#include <set>
#include <string>
#include <vector>

#include "lab/scenarios/scenario.hpp"
#include "points/row.hpp"

namespace collsim {

/// What a sample takes at most, in seconds of one core, as forecast.
constexpr double most_sample_seconds = 10;

/// An algorithm that takes up to so many times as long as the fastest may be the fastest for a judge.
constexpr double may_win = 1.25;

/// Questions for another simulation, the one that is nearest to the truth.
struct Sample {
  std::vector<Point> points = {};  ///< in the order of the rows
  std::set<Point> cells = {};      ///< by race(): those with rivals of which it has every row that may win
};

/// Gives as many questions of these rows as fit: whole cells first, without those that cannot win, and then any others. They are drawn
/// by their digests, so that the sample is always the same.
Sample sample_for_judge(Scenario& scenario, const std::vector<Row>& rows);

/// What the sample of a scenario takes at most, before anything is answered, as forecast.
double sample_seconds(Scenario& scenario);

}  // namespace collsim
