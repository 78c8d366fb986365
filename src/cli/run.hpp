#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// Answers the scenario that the command names and presents the answers. Returns the exit status; throws Error.
int run_command(const Context& context);

/// `collsim run SCENARIO`: does that, once its native points are measured where flags say.
Verb run_verb();

}  // namespace collsim
