#pragma once

#include "cli/arguments.hpp"

namespace collsim {

/// `collsim calibrate [FILE.csv]`: measures point-to-point patterns, unless rows are given, fits them, and writes
/// calibration.json, a platform and a picture into the results folder; of the rows of a ping-pong (bytes, seconds) it
/// tells alpha and bandwidth. Returns the exit status.
int calibrate_command(const CommandLine& arguments);

}  // namespace collsim
