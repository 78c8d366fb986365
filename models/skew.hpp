#pragma once

#include <optional>
#include <vector>

#include "algorithms/facts/nodes.hpp"

namespace collsim {

/// When ranks were ready, in seconds since a common start, by rank; one such list for each repetition.
using Moments = std::vector<std::vector<double>>;

/// Seconds of work, the same for all ranks, until they would enter a collective call, and how often.
struct BalancedWork {
  double seconds = 1e-3;
  int repetitions = 200;
};

/// Seconds squared, and the 95 % confidence interval of the mean over repetitions.
struct Variance {
  double mean, low, high;
};

/// How the moments differ, in a model with random effects: that of the node, the same for all its ranks, and that of the
/// rank. Source: analysis of variance of one-way layouts with unequal groups; Searle, Casella and McCulloch, Variance
/// Components, 1992, section 3.6. Estimates are unbiased, and may so be below 0.
struct Imbalance {
  std::optional<Variance> between;  ///< nodes; none if there is one
  std::optional<Variance> within;   ///< nodes; none if each has one rank
};

/// `moments`: at least two repetitions.
Imbalance imbalance(const Moments& moments, const Nodes& nodes);

/// What each rank is later than the mean of its node, and each node's mean than that of all ranks, over all repetitions.
std::vector<double> deviations_within(const Moments& moments, const Nodes& nodes);
std::vector<double> deviations_between(const Moments& moments, const Nodes& nodes);

/// How much later than the first each rank came in the repetition with the median time from its first to its last moment, as a
/// scenario's `arrival` takes it.
std::vector<double> typical_arrivals(const Moments& moments);

}  // namespace collsim
