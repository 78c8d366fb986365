#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "scenarios/runner.hpp"

namespace collsim {

/// `collsim validate measured MACHINE`: predicts what was measured on the machine, by every backend and network, and writes
/// and prints how far off that is. `line`: the command, to go on after an interruption. Returns the exit status.
int validate_measured(const CommandLine& arguments, const RunSettings& settings, const Answer& answer,
                      const std::string& line);

/// `collsim calibrate measured MACHINE`: fits the numbers that the platform names to the cells that it lists, and writes
/// the platform with them.
int calibrate_measured(const CommandLine& arguments, const Answer& answer);

}  // namespace collsim
