#pragma once

#include <cstddef>

namespace collsim::fast {

/// A value in two lanes that are evaluated side by side. Vectors of pairs hold one for each lane (step_times.hpp).
using Pair [[gnu::vector_size(2 * sizeof(double))]] = double;

inline Pair later(Pair one, Pair other) {
  return one > other ? one : other;
}
/// A vector's value in a lane.
inline double in_lane(const Pair* vector, std::size_t lane) {
  return vector[lane / 2][lane % 2];
}
inline void set_in_lane(Pair* vector, std::size_t lane, double value) {
  vector[lane / 2][lane % 2] = value;
}

}  // namespace collsim::fast
