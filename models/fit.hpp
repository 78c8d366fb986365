#pragma once

#include <cstdint>
#include <vector>

#include "models/hockney.hpp"

namespace collsim {

/// One point of a ping-pong curve: half a round trip of a message.
struct PingPong {
  std::int64_t bytes;
  double seconds;
};

/// The alpha and beta whose line alpha + bytes beta has the least sum of squared relative errors at these
/// points, so that microseconds count as much as seconds. Throws Error unless there are two different sizes
/// of 0 bytes or more, positive times, and a line that rises.
Hockney fit_hockney(const std::vector<PingPong>& points);

}  // namespace collsim
