#pragma once

#include <string>

#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// One call of COLLECTIVE/ALGORITHM on the ideal star, where no message holds up another: 8 ranks with 1 KiB, unless flags
/// of a scenario say otherwise. Throws Error where the flags ask for more than one point.
Scenario ideal_scenario(const std::string& algorithm, const Flags& flags);

}  // namespace collsim
