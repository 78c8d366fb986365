#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim validate`: holds answers against formulas, each other, measurements and publications. Returns the exit
/// status, 1 where they differ more than they should.
int validate_command(const Context& context);

}  // namespace collsim
