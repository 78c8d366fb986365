#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim switch COLLECTIVE`: at which sizes to go over from one algorithm to another. Prints a table, writes switches.csv and
/// switches.json. Returns the exit status; throws Error.
int switch_command(const Context& context);

}  // namespace collsim
