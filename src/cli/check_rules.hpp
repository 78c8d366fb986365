#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim check-rules FILE`: tells which algorithm serves which call by a file of rules, and what is wrong with it.
Verb check_rules_verb();

}  // namespace collsim
