#pragma once

#include "platforms/platform.hpp"

namespace collsim {

/// What the shape of a network means to the nodes, in SI units.
struct Survey {
  int links = 0;        ///< most on a route
  double nearest = 0;   ///< least latency of a route between two nodes
  double farthest = 0;  ///< greatest
  double all_pairs =
      0;  ///< bytes per second that every node can send while each sends as much to every other
  double halves =
      0;  ///< bytes per second from each node i of the first half to i + nodes/2, all at once and all as fast
};

/// Routes are those from every node of at most 1024, else from the first, the middle and the last one; `all_pairs` is 0 there.
/// Throws PlatformError.
Survey survey(const Platform& platform);

}  // namespace collsim
