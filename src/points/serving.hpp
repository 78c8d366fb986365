#pragma once

#include "algorithms/facts/nested.hpp"
#include "points/point.hpp"

namespace collsim {

/// The algorithm that answers a point: its own, or what that one chooses (chooser.hpp), if anything. Throws
/// UnknownAlgorithm, Error.
Nested serving(const Point& point);

}  // namespace collsim
