#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim order ALGORITHM`: prints in which order the algorithm's ranks combine. Returns the exit status: 1 where
/// --like names an algorithm whose order is another. Throws Error where nothing is combined, or as ideal_scenario().
int order_command(const Context& context);

}  // namespace collsim
