#pragma once

#include <algorithm>
#include <cstdint>

#include "support/range.hpp"

namespace collsim {

/// Multiplies sizes, which are never negative; what is larger than largest_size counts as that.
inline std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? largest_size : std::min(product, largest_size);
}
inline std::int64_t plus(std::int64_t a, std::int64_t b) {
  return std::min(std::min(a, largest_size) + std::min(b, largest_size), largest_size);
}

}  // namespace collsim
