#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim platform new NAME` writes a platform file from what is known of a machine, and `collsim platform complete FILE` that
/// of a SimGrid platform with what it leaves out. Both tell what was assumed, what the machine then does and what to measure
/// next. Throws Error.
int platform_command(const Context& context);

}  // namespace collsim
