#pragma once

#include <mpi.h>

#include <functional>
#include <optional>

#include "backends/native/clock_offset.hpp"
#include "backends/native/ranks.hpp"

namespace collsim {

/// Rank 0's clock as this rank knows it from comparing: what they differ by, and how that has changed since the first
/// comparison. Clocks of two nodes run apart by some microseconds a second, which a job of hours adds up.
class SharedClock {
 public:
  explicit SharedClock(std::function<double()> own = seconds_now) : own_(std::move(own)) {}

  /// All ranks of `control` call this, whose rank 0 is always the same process.
  void compare(MPI_Comm control);
  double now() const {
    const double mine = own_();
    return mine + last_.seconds + drift_ * (mine - last_.at);
  }
  /// How many seconds the last comparison may be wrong by.
  double error() const { return last_.round_trip / 2; }

 private:
  std::function<double()> own_;
  std::optional<ClockOffset> first_;
  ClockOffset last_;
  double drift_ = 0;  ///< seconds per second
};

}  // namespace collsim
