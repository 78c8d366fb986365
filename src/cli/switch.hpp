#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim switch COLLECTIVE`: at which sizes to go over from one algorithm to another. Prints a table, writes switches.csv and
/// switches.json.
Verb switch_verb();

}  // namespace collsim
