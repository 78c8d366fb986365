#pragma once

#include "lab/scenarios/drafts.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// How many ranks there are, and where: processes, ppn, mapping, placement, threads, oversubscribe. Throws DocumentError.
void cross_ranks(const Keys& keys, Platforms& platforms, Drafts& drafts);
/// When they come: arrival. Throws DocumentError.
void cross_arrivals(const Keys& keys, Drafts& drafts);

}  // namespace collsim
