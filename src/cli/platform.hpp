#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim platform new NAME` writes a platform file from what is known of a machine, and `collsim platform complete FILE` that
/// of a SimGrid platform with what it leaves out. Both tell what was assumed, what the machine then does and what to measure
/// next. Throws Error.
Verb platform_verb();

}  // namespace collsim
