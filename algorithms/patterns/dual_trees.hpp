#pragma once

#include "algorithms/facts/description.hpp"

namespace collsim {

/// Where a rank is in two balanced binary trees, of the lower and the upper half of the ranks, each numbered
/// in post-order: first the far subtree, then the near one, which is not larger, then their parent. A segment
/// goes up from the leaves; a rank takes it from its near child first.
struct DualPlace {
  DualPlace(int rank, int processes);

  int depth = 0;            ///< 0: a root
  int above;                ///< parent; of a root, the other root
  int near = -1, far = -1;  ///< children; -1: none
  int up;                   ///< the round in which its first segment goes up
  int down = 0;             ///< rounds from a root until it has a segment of the result
};

/// What the formula of allreduce/dual_root has of its own.
std::vector<Symbol> dual_trees_symbols();

}  // namespace collsim
