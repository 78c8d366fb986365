#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "scenarios/runner.hpp"

namespace collsim {

/// `collsim whatif`: answers a scenario on its platform and on variants of it, and compares. `line`: the command line.
/// Returns the exit status. Throws Error where the flags do not say what to change, or the platform has no such number.
int whatif_command(const CommandLine& arguments, RunSettings settings, const Answer& answer,
                   const std::string& line);

}  // namespace collsim
