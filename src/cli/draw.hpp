#pragma once

#include "backends/backend.hpp"
#include "cli/verb.hpp"

namespace collsim {

/// The rounds of COLLECTIVE/ALGORITHM as SVG, as in ideal_scenario(). Throws Error where the algorithm cannot serve that.
std::string draw_rounds(const CommandLine& arguments, const std::string& algorithm, const Setup& setup);

/// `collsim draw ALGORITHM`: prints that picture, or writes it.
Verb draw_verb();

}  // namespace collsim
