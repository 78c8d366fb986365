#pragma once

#include <string>
#include <vector>

#include "lab/decisions/tornado.hpp"

namespace collsim {

/// What tornado.gp reads, as it describes it.
std::string tornado_rows(const Tornado& tornado, double factor);

/// Draws a panel per size, up to six, into `output_prefix`.svg and .png, and returns the two paths. `source`: as draw()
/// has it.
std::vector<std::string> draw_tornado(const Tornado& tornado, double factor, const std::string& output_prefix,
                                      const std::string& title, const std::string& source);

}  // namespace collsim
