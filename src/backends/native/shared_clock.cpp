#include "backends/native/shared_clock.hpp"

#include <cmath>

namespace collsim {

void SharedClock::compare(MPI_Comm control) {
  last_ = clock_offset(control, own_);
  if (!first_) first_ = last_;
  // Less than the comparisons may be wrong by is no evidence that clocks run apart: ranks of a node share one.
  const double apart = last_.seconds - first_->seconds;
  const bool evident = std::abs(apart) > (last_.round_trip + first_->round_trip) / 2;
  drift_ = evident ? apart / (last_.at - first_->at) : 0;
}

}  // namespace collsim
