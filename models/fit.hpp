#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

/// A line that holds from a size on.
struct FittedStep {
  std::int64_t from;
  Hockney line;   ///< neither part is negative; of one point all is rate, of the curve's first all is latency
  double within;  ///< largest relative error at its points
};

/// The fewest lines that meet each of these points within this relative error, and of as few the ones with the least sum
/// of squared errors. None crosses a size of `breaks`. Sizes rise. Throws Error for a time of nothing.
std::vector<FittedStep> fit_steps(const std::vector<PingPong>& points, double within,
                                  const std::set<std::int64_t>& breaks);

/// The size from which on messages are handed over in another way: the first of `from` bytes or more at which every curve that
/// has it leaves the line through its two points before by `least` or more, as a logarithm. Sizes of each curve rise. None where
/// no size is such.
std::optional<std::int64_t> common_jump(const std::vector<std::vector<PingPong>>& curves, std::int64_t from,
                                        double least);

/// The factor by which the latency of messages of more bytes than these is longer than that of the first point, at least 1:
/// from the middle between two sizes on, as ratios go, what the longer one takes beyond `software` and its bytes at
/// `bandwidth`. Sizes rise from more than 0; of points, the first included, those of more than `longest` bytes are left out.
std::map<std::int64_t, double> latency_factors(const std::vector<PingPong>& points, double software,
                                               double bandwidth, std::int64_t longest);

}  // namespace collsim
