#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim explore`: serves the explorer until it is interrupted, or writes a copy of its page.
Verb explore_verb();

}  // namespace collsim
