#pragma once

#include "cli/verb.hpp"

namespace collsim {

/// `collsim timeline SCENARIO --point N`: simulates the point with traces, writes PREFIX.svg, PREFIX_links.svg and
/// PREFIX.perfetto-trace, and says in a few lines how busy its ranks are. Throws Error where the point has no trace
/// (backends/traced.hpp).
Verb timeline_verb();

}  // namespace collsim
