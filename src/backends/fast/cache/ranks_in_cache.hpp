#pragma once

namespace collsim::fast {

/// So many ranks, with their partners' records and stacks, a processor's cache holds; messages of more take
/// longer.
constexpr int ranks_in_cache = 4096;

}  // namespace collsim::fast
