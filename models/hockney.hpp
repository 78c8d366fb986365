#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// Seconds per message, per byte sent, per byte combined, per byte copied, per flag seen, per rank that looks at a flag
/// before, per traversal of the collective network, and per byte that traverses it.
struct Hockney {
  double alpha = 0, beta = 0, gamma = 0, kappa = 0, phi = 0, psi = 0, tau = 0, theta = 0;
};

/// alpha and beta of messages of so many bytes between two ranks, alike in both directions; the others are properties of
/// a rank, not of a pair.
using Wire = std::function<std::pair<double, double>(int from, int to, double bytes)>;

/// The closed form at this shape: the stages' sum with the same alpha and beta between all ranks.
double predict(const Cost& cost, const Hockney& machine);

/// What a stage takes besides its message.
double local_work(const Stage& stage, const Hockney& machine);

/// The stages' sum on a machine whose pairs of ranks differ (levels, hops): each stage waits for its slowest pair.
/// `machine`: without alpha and beta.
double predict(const Cost& cost, const Shape& shape, const Wire& wire, const Hockney& machine);

}  // namespace collsim
