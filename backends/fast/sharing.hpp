#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace collsim::fast {

/// Flows that share resources (links, memories) max-min fairly, in continuous time. Solved anew only where
/// something changed.
class Sharing {
 public:
  using Flow = std::int32_t;
  /// Flows that end at one time end in this order.
  using Key = std::uint64_t;
  static constexpr double never = std::numeric_limits<double>::infinity();

  /// Units per second of each resource.
  explicit Sharing(std::vector<double> capacities);

  /// From `now` on, `amount` units pass through all of `resources` at once. A rate r is fair as r * penalty;
  /// no flow exceeds its `bound`. Times never decrease from call to call.
  Flow start(double now, double amount, std::span<const std::int32_t> resources, Key key, double penalty = 1,
             double bound = never);

  /// When the next flow ends, as things are: call it after all starts and ends of one moment. never: no flow.
  double next();
  /// Ends that flow and returns it; its number may be used again.
  Flow pop();
};

}  // namespace collsim::fast
