#pragma once

#include "cli/verb.hpp"

namespace collsim {

// Commands that the library of those who judge performs (cli/judging.hpp). Help tells of them where it is not built, too.

Verb advise_verb();
Verb calibrate_verb();
Verb import_verb();
Verb report_verb();
Verb study_verb();
Verb testbed_verb();
Verb validate_verb();

}  // namespace collsim
