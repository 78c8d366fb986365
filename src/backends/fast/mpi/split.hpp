#pragma once

#include <span>
#include <vector>

namespace collsim::fast {

/// What a rank passes to MPI_Comm_split.
struct SplitChoice {
  int color;  ///< MPI_UNDEFINED: the rank wants to be in no part
  int key;
};

/// What a communicator is split into. Ranks are ordered by key, then by old rank (MPI 4.0, 7.4.2).
struct Split {
  struct RankPlace {
    int part = -1;  ///< -1: none
    int rank = -1;  ///< in that part
  };
  std::vector<std::vector<int>> parts;  ///< the old ranks in each, by new rank; parts in the order of colors
  std::vector<RankPlace> places;        ///< by old rank
};

/// `choices` by old rank. Takes O(p log p) for all p ranks together.
Split split(std::span<const SplitChoice> choices);

}  // namespace collsim::fast
