#pragma once

#include <cstddef>

namespace collsim::fast {

/// A value in two lanes of an evaluation (lanes.hpp, exchanges.hpp).
using Pair [[gnu::vector_size(2 * sizeof(double))]] = double;

inline Pair later(Pair one, Pair other) {
  return one > other ? one : other;
}

}  // namespace collsim::fast
