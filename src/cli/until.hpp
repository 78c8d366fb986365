#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim whatif --until A=B --vary NAME`: at which values of a parameter the other of two algorithms becomes the faster,
/// wherever the scenario has both. Prints a table, writes crossings.csv. Returns the exit status; throws Error where the
/// flags name no algorithm of the scenario or no range, and where neither ever overtakes the other.
int until(const Context& context);

}  // namespace collsim
