#pragma once

#include <string>
#include <vector>

#include "cli/verb.hpp"

namespace collsim {

/// The commands of collsim.
const std::vector<Verb>& verbs();
/// Throws Error with the nearest names, for an empty name with all.
const Verb& verb(const std::string& name);

/// Every flag of a command, once, and those that all take.
const FlagList& all_flags();

}  // namespace collsim
