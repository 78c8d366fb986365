#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// The scenario that `collsim whatif` changes: it asks about one platform, and its answers go where they do not replace
/// those of `collsim run`. `asked`: the flags that say what to change, for the report. Throws Error.
Scenario load_baseline(const CommandLine& arguments, const std::string& asked);

inline const Platform& platform_of(Scenario& baseline) {
  return baseline.platforms.of_point(baseline.points.front());
}

}  // namespace collsim
