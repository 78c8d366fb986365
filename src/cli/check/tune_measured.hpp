#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim tune --measured MACHINE --for TARGET,...`: rules as `collsim tune` finds and writes them, by times that were measured on a
/// machine, and what such rules cost where they were not tuned. Returns the exit status.
int tune_measured_command(const Context& context);

}  // namespace collsim
