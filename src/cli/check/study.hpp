#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim study NAME`: prints what a study asks, and runs the commands that answer it; with --dry-run those that can only tell how
/// long it takes. Returns the exit status of the last one that failed.
int study_command(const Context& context);

}  // namespace collsim
