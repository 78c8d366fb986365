#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "models/pattern.hpp"
#include "testbed/testbed.hpp"

namespace collsim {

/// `collsim calibrate` keeps here what it finds, unless --results says otherwise.
inline constexpr const char* calibration_folder = "results/calibrate";

/// What is kept there of testbeds of this machine.
struct KeptCalibration {
  int status;  ///< 0, or the exit status of a calibration that has found nothing
  std::filesystem::path file = {};
};
/// Calibrates on star first where there is none of as many ranks as the testbed and that star have hosts, and
/// says what it did and how long that took. Throws Error.
KeptCalibration kept_calibration(const Testbed& testbed);

/// A pattern that was measured, and the seconds that a fit gives it.
struct FittedPattern {
  std::string series;  ///< what a figure calls it
  PatternTime time;
  double fitted;
};
/// Gives the patterns as plots/style.gp takes rows.
std::string fitted_rows(const std::vector<FittedPattern>& patterns);

/// `collsim calibrate [FILE.csv]`: measures point-to-point patterns, unless rows are given, fits them, and writes
/// calibration.json, a platform and a picture into the results folder; of the rows of a ping-pong (bytes, seconds) it
/// tells alpha and bandwidth. Returns the exit status.
int calibrate_command(const CommandLine& arguments);

}  // namespace collsim
