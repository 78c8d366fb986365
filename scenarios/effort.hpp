#pragma once

#include "points/point.hpp"

namespace collsim {

/// Seconds of one core that answering `point` takes, roughly: for forecasts, for progress, and to begin with
/// what takes longest. Native points count 1 each, whatever they take.
double effort(const Point& point);

}  // namespace collsim
