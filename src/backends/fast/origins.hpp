#pragma once

#include "backends/trial/origins.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim::fast {

/// Simulates a point with data that tell whose they are, and notes what messages carry. Throws Error for types that have not 8
/// bytes and more ranks than most_in_rank_set, and as simulate().
Origins origins(const Platform& platform, const Point& point);

}  // namespace collsim::fast
