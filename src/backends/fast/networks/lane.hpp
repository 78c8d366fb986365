#pragma once

#include <algorithm>

namespace collsim::fast {

/// What serves one message at a time, first come first served: a link, a direction of a node's port.
class Lane {
 public:
  /// A message that comes at `time` takes the lane for `seconds` when it is free: returns from when on.
  double occupy(double time, double seconds) {
    time = std::max(time, free_);
    free_ = time + seconds;
    return time;
  }
  /// When it would begin to serve such a message.
  double begins(double time) const { return std::max(time, free_); }

 private:
  double free_ = 0;  ///< from when on it can serve another message, seconds
};

}  // namespace collsim::fast
