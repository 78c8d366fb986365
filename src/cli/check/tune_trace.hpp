#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim tune trace --launch COMMAND`: writes what the Open MPI that the command starts chooses by itself, its user's settings
/// included, as a file of rules into the folder. Returns the exit status.
int tune_trace_command(const Context& context);

}  // namespace collsim
