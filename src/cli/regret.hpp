#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim regret RULES`: prints what following rules costs at each cell and in all, draws it (regret.svg, regret.png) and writes
/// regret.csv and regret.json into the folder. Returns the exit status.
int regret_command(const Context& context);

}  // namespace collsim
