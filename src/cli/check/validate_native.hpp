#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim validate native`: measures every algorithm where --testbed or --launch says, unless the results folder has
/// its rows, answers the same by everything else, and writes and prints how far these are from it. Returns the exit status.
int validate_native(const Context& context);

}  // namespace collsim
