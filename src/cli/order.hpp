#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim order ALGORITHM`: prints in which order the algorithm's ranks combine. Its exit status is 1 where
/// --like names an algorithm whose order is another. Throws Error where nothing is combined, or as ideal_scenario().
Verb order_verb();

}  // namespace collsim
