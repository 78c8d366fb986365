#pragma once

#include <vector>

#include "scenarios/scenario.hpp"

namespace collsim {

/// What a sample takes at most, in seconds of one core, as forecast.
constexpr double most_sample_seconds = 10;

/// Questions that a scenario asks another simulation, for the one that is nearest to the truth: as many as fit, drawn by their
/// digests, so that it is always the same. In the order of the scenario.
std::vector<Point> sample_for_judge(Scenario& scenario);

}  // namespace collsim
