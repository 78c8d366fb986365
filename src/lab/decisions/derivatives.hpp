#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/critical_path.hpp"
#include "platforms/parameters.hpp"
#include "points/point.hpp"

namespace collsim {

/// How a time changes with a parameter of the platform.
struct Derivative {
  Parameter parameter;
  double elasticity =
      0;             ///< d ln time / d ln parameter: by how many percent the time changes per percent of it
  double slope = 0;  ///< d time / d parameter, for a rate d time / d (1 / rate): bytes
};

/// Seconds of a point on a platform.
using SecondsOn = std::function<double(const Platform& platform)>;

/// Derives by the parameters that are not 0, by central differences of `seconds`, each changed by a thousandth either way; over the
/// inverse of a rate, because times are linear in that.
std::vector<Derivative> derivatives(const Platform& platform, const SecondsOn& seconds);

/// What the messages, combines and copies of a critical path take on a platform if nothing disturbs them. Its derivatives are
/// the point's, exactly, where this is all of the path's time and while no other path becomes critical. Throws PlatformError
/// for settings that only SimGrid understands.
double undisturbed_seconds(const Platform& platform, const Point& point, const CriticalPath& path);

/// Tells people by how much a percent more of each parameter changes the time, and how often or for how many bytes it counts.
std::string to_text(const std::vector<Derivative>& derivatives);

}  // namespace collsim
