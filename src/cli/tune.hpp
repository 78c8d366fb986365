#pragma once

#include "cli/context.hpp"

namespace collsim {

/// `collsim tune`: prints for each target of --for the fewest rules within the bounds, why each is one and what more or fewer would
/// cost, and writes into the folder the files that make the targets follow them, tuned.csv, tuned.json and curve.csv. Nothing is
/// written unless all files say what is meant. Returns the exit status.
int tune_command(const Context& context);

/// `collsim explain-rule FOLDER --for TARGET --point N`: tells why, by tuned.json.
int explain_rule_command(const Context& context);

}  // namespace collsim
