#pragma once

#include <string>
#include <vector>

#include "lab/decisions/switches.hpp"

namespace collsim {

/// Where to switch under some conditions, and the times that tell.
struct SwitchesDrawn {
  Switches found;
  TimesBySize times;
};

/// What switch.gp reads, as it describes it: of algorithms that are somewhere the fastest or the next best.
std::string switch_rows(const std::vector<SwitchesDrawn>& all);

/// Draws a panel for each, up to six, into `output_prefix`.svg and .png, and returns the two paths. `source`: as draw() has it.
std::vector<std::string> draw_switches(const std::vector<SwitchesDrawn>& all,
                                       const std::string& output_prefix, const std::string& title,
                                       const std::string& source);

}  // namespace collsim
