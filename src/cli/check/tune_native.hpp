#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim tune --launch COMMAND`: simulates, measures here the calls at which several algorithms may be the fastest as far as simulations
/// can tell, all in one job for a collective and launch, and tunes by both. Returns the exit status.
int tune_native_command(const Context& context);

}  // namespace collsim
