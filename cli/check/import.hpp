#pragma once

#include "cli/arguments.hpp"

namespace collsim {

/// `collsim import [ALGORITHM=]FILE...`: what other benchmarks printed, as a table for `validate measured`. Throws Error.
int import_command(const CommandLine& arguments);

}  // namespace collsim
