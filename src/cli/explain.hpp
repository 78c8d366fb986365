#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim explain SCENARIO --point N`: simulates the point with traces and says why it takes its time: the shares of the
/// critical path, its sequence of messages and local work, and the busiest links; with --derivatives also how the time changes
/// with each number of the platform, from the critical path where that explains all of the time, else by simulating again.
/// Programs get the same as JSON. Throws Error where the point has no trace: model and native points, `library`, what is
/// unsupported or fails.
Verb explain_verb();

}  // namespace collsim
