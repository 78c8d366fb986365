#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// Throws Error where a point leaves no trace: model and native points, `library`, and what is unsupported.
void check_traceable(const Platform& platform, const Point& point);

/// Simulates the point with traces. Throws Error likewise, and where it fails. Its wire refers to the platform.
Explained traced(const Setup& setup, const Platform& platform, const Point& point);

}  // namespace collsim
