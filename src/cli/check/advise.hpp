#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim advise FILE... --platform FILE --mpi LIBRARY`: what the library ran at the times that these files have, how well the
/// platform explains them, and what may be faster. Prints a table, writes advice.csv, a picture and the settings to try. Returns the
/// exit status; throws Error.
int advise_command(const Context& context);

}  // namespace collsim
