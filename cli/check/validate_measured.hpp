#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim validate measured MACHINE`: predicts what was measured on the machine, by every backend and network, and writes
/// and prints how far off that is. Returns the exit status.
int validate_measured(const Context& context);

/// `collsim calibrate measured MACHINE`: fits the numbers that the platform names to the cells that it lists, and writes
/// the platform with them.
int calibrate_measured(const Context& context);

}  // namespace collsim
