#pragma once

#include <string>
#include <vector>

#include "lab/site/lstopo.hpp"
#include "models/pattern.hpp"

namespace collsim {

/// The core of each rank on a node, by the processors that it may run on. Throws Error for a rank that may run on several cores,
/// two ranks of one core, more ranks than cores, and fewer than two ranks.
std::vector<int> cores_of_ranks(const NodeFacts& node,
                                const std::vector<std::vector<int>>& processors_of_rank);

/// Which ranks measure which level: those of the node's groups that two ranks share and no smaller one. Pairs of neighbouring
/// groups come one after the other, so that the first few load one group's way out. Numbers of cores rise.
std::vector<LevelRanks> ranks_of_levels(const NodeFacts& node, const std::vector<int>& core_of_rank);

}  // namespace collsim
