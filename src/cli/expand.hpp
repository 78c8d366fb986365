#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim expand SCENARIO`: lists its points, numbered from 1 on, for people, or as CSV or JSON.
Verb expand_verb();

}  // namespace collsim
