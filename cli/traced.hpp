#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// Simulates the point with traces. Throws Error where the point has no trace: model and native points, `library`, what
/// is unsupported or fails. Its wire refers to the platform.
Explained traced(const Setup& setup, const Platform& platform, const Point& point);

}  // namespace collsim
