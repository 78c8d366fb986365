#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// A vector of p blocks, of these many elements, as rank r of Traeff's circulant algorithms keeps it: blocks
/// r, r + 1, ... (mod p) one behind the other.
class Rotated {
 public:
  /// `first`: elements before a block in the order of the ranks; before block p, all.
  Rotated(std::function<std::int64_t(int block)> first, int processes, int rank)
      : first_(std::move(first)), processes_(processes), rank_(rank) {}

  /// Elements of the first `blocks` blocks.
  std::int64_t before(int blocks) const {
    const int end = rank_ + blocks;
    return end <= processes_ ? first_(end) - first_(rank_)
                             : count() - first_(rank_) + first_(end - processes_);
  }
  /// Elements of all blocks.
  std::int64_t count() const { return first_(processes_); }
  /// Copy blocks into this order and out of it; `plain` has them in the order of the ranks.
  void turn(Comm& comm, const void* plain, void* rotated, Datatype type) const;
  void turn_back(Comm& comm, const void* rotated, void* plain, Datatype type) const;

 private:
  /// The blocks, in the plain order, that come first in this one.
  Range upper() const { return {first_(rank_), count() - first_(rank_)}; }

  std::function<std::int64_t(int)> first_;
  int processes_, rank_;
};

/// The distances of the ceil(lg p) rounds: each is half of the one before, rounded up; p, which precedes
/// them, comes first and 1 last.
std::vector<int> circulant_distances(int processes);

/// The first block of `vector` is reduced over all ranks: into `result`, or where it lies if that is null. In
/// a round, a rank sends the blocks from the distance on that it still has, and combines as many. More than
/// one rank.
void reduce_scatter_circulant(Comm& comm, void* vector, const Rotated& blocks, void* result, Datatype type,
                              Op op);

/// The rounds of the reduce-scatter backwards: every rank's first block reaches all.
void allgather_circulant(Comm& comm, void* vector, const Rotated& blocks, Datatype type);

/// The largest message of every round is on the critical path: this is exact where some rank has it in all
/// rounds, such as rank 0 if no block is larger than one before it.
Cost reduce_scatter_circulant_cost(const std::vector<std::int64_t>& counts, std::int64_t type_size);
Cost allgather_circulant_cost(const std::vector<std::int64_t>& counts, std::int64_t type_size);

}  // namespace collsim
