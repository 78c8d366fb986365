#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim explore`: serves the explorer until it is interrupted.
int explore_command(const Context& context);

}  // namespace collsim
