#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim explore`: serves the explorer until it is interrupted, or writes a copy of its page.
int explore_command(const Context& context);

}  // namespace collsim
