#pragma once

#include <cstdint>
#include <vector>

namespace collsim {

/// Ranks, a bit each.
using RankSet = std::uint64_t;
constexpr int most_in_rank_set = 64;

/// Whose data the messages of a run carry.
struct Origins {
  std::vector<bool> contributes;  ///< by rank, whether it has data of its own
  std::vector<std::vector<RankSet>>
      sent;  ///< by rank, of each message that it sends, in the order of their posts
};

}  // namespace collsim
