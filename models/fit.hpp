#pragma once

#include <cstdint>
#include <map>
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

/// By which factor the latency of messages of more bytes than these is longer than that of the first point, at least 1: from
/// the middle between two sizes on, as ratios go, what the longer one takes beyond `software` and its bytes at `bandwidth`.
/// Sizes rise from more than 0; of points, the first included, those of more than `longest` bytes are left out.
std::map<std::int64_t, double> latency_factors(const std::vector<PingPong>& points, double software,
                                               double bandwidth, std::int64_t longest);

}  // namespace collsim
