#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim whatif`: answers a scenario on its platform and on variants of it, and compares.
/// Throws Error where the flags do not say what to change, or the platform has no such number.
Verb whatif_verb();

}  // namespace collsim
