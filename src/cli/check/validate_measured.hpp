#pragma once

#include "cli/context.hpp"
#include "evidence/validation/measured_cells.hpp"

namespace collsim {

/// What the command's flags select of the table of --cells, by the names of --counterparts. Throws Error.
std::vector<MeasuredCell> asked_cells(const CommandLine& arguments);
/// The value of a flag that overrides a scenario.
std::string flag(const CommandLine& arguments, const char* name, const std::string& otherwise);
/// Who predicts, as flags say, else the usual simulator: the backend, network and schedule of a point.
Point asked_predictor(const CommandLine& arguments, const Platform& platform);

/// `collsim validate measured MACHINE`: predicts what was measured on the machine, by every backend and network, and writes
/// and prints how far off that is. Returns the exit status.
int validate_measured(const Context& context);

/// `collsim calibrate measured MACHINE`: fits the numbers that the platform names to the cells that it lists, and writes
/// the platform with them.
int calibrate_measured(const Context& context);

}  // namespace collsim
