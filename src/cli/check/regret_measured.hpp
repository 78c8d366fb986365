#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim regret RULES --measured MACHINE`: prints what following rules costs by what was measured on a machine, for each collective,
/// beside what the library's own choice costs at the same cells, and writes regret.csv into the folder. Returns the exit status.
int regret_measured_command(const Context& context);

}  // namespace collsim
