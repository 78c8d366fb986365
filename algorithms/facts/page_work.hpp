#pragma once

#include <cstdint>

namespace collsim {

/// What is done with pages of a segment that are mapped privately.
struct PageWork {
  int mapped = 0;  ///< times
  std::int64_t read = 0, written = 0,
               unmapped = 0;  ///< bytes: for the first time, for the first time, at last
};

}  // namespace collsim
