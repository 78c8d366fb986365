#pragma once

#include "backends/backend.hpp"
#include "cli/arguments.hpp"

namespace collsim {

/// The rounds of COLLECTIVE/ALGORITHM as SVG: 8 ranks with 1 KiB, unless flags of a scenario say otherwise. Throws Error
/// where the algorithm cannot serve that, or the flags ask for more than one point.
std::string draw_rounds(const CommandLine& arguments, const std::string& algorithm, const Setup& setup);

}  // namespace collsim
