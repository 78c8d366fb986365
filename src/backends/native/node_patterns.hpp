#pragma once

#include <mpi.h>

#include <vector>

#include "backends/native/pace.hpp"
#include "models/pattern.hpp"

namespace collsim {

/// What each rank of `comm` knows, on all of them.
std::vector<std::vector<int>> of_all_ranks(MPI_Comm comm, const std::vector<int>& mine);

/// Bytes that are measured: of a pair's messages, of many ranks' messages, of vectors of a rank's own work.
struct NodeSizes {
  std::vector<int> pair, many, work;

  static NodeSizes usual();
};

/// Measures what the levels of a node are calibrated by, on all ranks of `comm`, which call this together with the same levels.
/// Rank 0 returns the times. Ranks without a part sleep.
///
///   ping_pong     half of each of ten round trips, one pair, and more at once
///   exchange      of ten in which both of a pair send and receive at once (MPI_Sendrecv), one
///   in_a_row      of ten messages one way, one
///   in_order      of 64 messages of nothing, one, to receives that all wait and were posted in that order
///   out_of_order  the same if they were posted in another order
///   call          a broadcast, one message, as measure() times it: from a common start until the last rank is done
///   hand_over     of ten vectors one way, one: copied into shared memory, out of it at a flag, and told by another
///   flag          half of each of ten round trips of flags in shared memory
///   one_to_all    the first of a fan sends to each of the others, until all have answered with nothing
///   all_to_one    each of the others sends to the first at its word, until all is there
///
/// and of no level, by one rank and by all at once:
///
///   copy, combine.CLASS   of vectors that stay where they are
///   trimmed_copy          into a vector of the heap, which is all given back to the system at once
///   mapped_copy           into pages that the system maps anew, and takes back
///
/// Ranks' cores may move, as where a machine is a guest of another: messages then take several times as long, or a part. So each pattern
/// of two ranks is measured between two looks at round trips, and again until these are as they were at the first of its level.
/// After `patience` seconds of a level that were in vain it is taken as it is, and its quartiles tell that nobody knows it.
std::vector<LevelTime> measure_node(MPI_Comm comm, const std::vector<LevelRanks>& levels,
                                    const NodeSizes& sizes = NodeSizes::usual(),
                                    double patience = Pace::usual_patience);

}  // namespace collsim
