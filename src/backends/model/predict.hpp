#pragma once

#include <memory>

#include "backends/trial/ways.hpp"
#include "platforms/platform.hpp"
#include "points/point.hpp"

namespace collsim {

/// Answers a point of the backend model, whose algorithm has a cost, on a platform and its ways. Throws PlatformError
/// where the platform lacks a rate, or has a setting that only SimGrid understands.
Outcome predict_point(const Platform& platform, const std::shared_ptr<Ways>& ways, const Point& point);

}  // namespace collsim
