#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim whatif`: answers a scenario on its platform and on variants of it, and compares.
/// Returns the exit status. Throws Error where the flags do not say what to change, or the platform has no such number.
int whatif_command(const Context& context);

}  // namespace collsim
