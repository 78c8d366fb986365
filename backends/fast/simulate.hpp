#pragma once

#include <vector>

#include "algorithms/facts/trace.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim::fast {

/// Executes a fast point on its platform. With `traces`, records what every rank did. Throws Error on a
/// deadlock, MpiError, PlatformError.
Outcome simulate(const Platform& platform, const Point& point, std::vector<Trace>* traces = nullptr);

}  // namespace collsim::fast
