#pragma once

#include <string>

#include "cli/context.hpp"

namespace collsim {

/// A flag is for all collectives: sizes as ranges of one, which are rounded to equal blocks and, for barriers, to nothing.
std::string rounded_sizes(const std::string& sizes);

/// `collsim validate native`: measures every algorithm where --testbed or --launch says, unless the results folder has
/// its rows, answers the same by everything else, and writes and prints how far these are from it. Returns the exit status.
int validate_native(const Context& context);

}  // namespace collsim
