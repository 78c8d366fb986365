#pragma once

#include "backends/trial/explained.hpp"

namespace collsim {

/// Simulates a smpi point with traces, in this process: call it once. Throws Error on a deadlock,
/// PlatformError.
Explained explain_with_smpi(const Platform& platform, const Point& point);

}  // namespace collsim
