#pragma once

#include <algorithm>

namespace collsim::fast {

/// The queue of a link before a bucket of tokens, which fills at the link's rate.
class Port {
 public:
  /// Seconds of rest after which the bucket is full.
  explicit Port(double rest) : rest_(rest), tokens_(rest) {}

  /// When bytes leave that come at `time`: not before those that came earlier.
  double pass(double time, double bytes, double rate) {
    const double first = std::max(time, left_);
    const double tokens = std::min(rest_, tokens_ + first - left_), needed = bytes / rate;
    tokens_ = std::max(0.0, tokens - needed);
    return left_ = first + std::max(0.0, needed - tokens);
  }

 private:
  double rest_;
  double tokens_;    ///< when the last bytes left, in seconds of the link's rate
  double left_ = 0;  ///< that time
};

}  // namespace collsim::fast
