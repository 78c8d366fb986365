#pragma once

#include "cli/arguments.hpp"

namespace collsim {

/// `collsim import [ALGORITHM=]FILE...`: what other benchmarks printed and others' tables (.csv) hold, as the table of native
/// rows that `validate native` and `validate measured` judge (--cells). Throws Error.
int import_command(const CommandLine& arguments);

}  // namespace collsim
