#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim tune verify FOLDER --for TARGET --launch COMMAND`: has the MPI library that the command starts make calls under the file
/// that tune has written for the target, and tells whether it ran what was meant, and whether results are right. Returns 0 if all is as
/// meant, else 1.
int tune_verify_command(const Context& context);

}  // namespace collsim
