#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "scenarios/runner.hpp"

namespace collsim {

/// `collsim validate native`: measures every algorithm where --testbed or --launch says, unless the results folder has
/// its rows, answers the same by everything else, and writes and prints how far these are from it. `line`: the command,
/// to go on after an interruption. Returns the exit status.
int validate_native(const CommandLine& arguments, const RunSettings& settings, const Answer& answer,
                    const std::string& line);

}  // namespace collsim
