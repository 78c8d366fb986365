#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "platforms/properties.hpp"

namespace collsim {

/// What the temporary vectors of a rank's calls cost it: as glibc's malloc does by default (mallopt(3)), large ones are
/// mapped anew every time, and of the heap everything is given back to the system where it has twice as much as its
/// largest vector.
class Heap {
 public:
  Heap(const RateFrom& fresh, const RateFrom& trimmed) : fresh_(fresh), trimmed_(trimmed) {}

  /// Seconds until another vector can be written.
  double allocate(double bytes) {
    if (const double seconds = fresh_.seconds(bytes); seconds > 0) {
      held_.push_back(0);
      return seconds;
    }
    held_.push_back(bytes);
    all_ += bytes;
    const double largest = *std::ranges::max_element(held_);
    if (trimmed_.rate == 0 || largest < trimmed_.from || all_ < 2 * largest) return 0;
    return (all_ - std::exchange(charged_, all_)) / trimmed_.rate;
  }
  /// The vector taken last goes.
  void give_back() {
    if (held_.empty()) return;
    all_ -= held_.back();
    held_.pop_back();
    charged_ = std::min(charged_, all_);
  }

 private:
  RateFrom fresh_, trimmed_;
  std::vector<double> held_;      ///< bytes of each vector in the heap, 0 of one that is not
  double all_ = 0, charged_ = 0;  ///< bytes of all of them, and of those whose pages have been found
};

}  // namespace collsim
