#pragma once

#include <functional>
#include <string>
#include <vector>

#include "evidence/validation/measured_cells.hpp"

namespace collsim {

/// Answers points, all on one platform.
using Predict = std::function<std::vector<Outcome>(const Platform&, const std::vector<Point>&)>;

/// What cells make of a platform's numbers.
struct MeasuredFit {
  Changes overrides;  ///< of the platform
  std::size_t cells = 0;
  double before = 0, after = 0;  ///< median of |log(predicted / measured)|
};

/// Fits the numbers that the property `calibrated.numbers` of a platform names to those of the cells that calibrate it. A
/// number is a property, a setting of steps by size, or an attribute of the links, and is fitted as a factor of what the
/// file says. `as`: backend and network that predict. Throws PlatformError for a number that cannot be fitted, and where no
/// cell calibrates.
MeasuredFit fit_measured(const std::string& platform, const std::vector<MeasuredCell>& cells, const Point& as,
                         const Predict& predict);

/// The platforms that some cell calibrates.
std::vector<std::string> calibrated_platforms(const std::vector<MeasuredCell>& cells);

}  // namespace collsim
