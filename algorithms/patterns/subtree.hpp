#pragma once

#include <algorithm>
#include <bit>

#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/rounds.hpp"

namespace collsim {

/// A rank's place in a binomial tree over all ranks, counted from the root: u = rank - root (mod p). The
/// parent of u is u without its lowest bit, so that u answers for [u, u + width), cut off at p.
class Subtree {
 public:
  Subtree(int rank, int processes, int root)
      : processes_(processes),
        root_(root),
        u_((rank - root + processes) % processes),
        width_(u_ == 0 ? processes : std::min(u_ & -u_, processes - u_)) {}

  int u() const { return u_; }
  int width() const { return width_; }
  bool is_root() const { return u_ == 0; }
  bool is_leaf() const { return u_ != 0 && width_ == 1; }
  int parent() const { return rank_of(u_ & (u_ - 1)); }
  /// Children are at distances 1, 2, 4, ... up to this; 0: there are none.
  int farthest() const { return static_cast<int>(std::bit_floor(static_cast<unsigned>(width_ - 1))); }
  int child(int distance) const { return rank_of(u_ + distance); }
  /// Width of the child's subtree.
  int child_width(int distance) const { return std::min(distance, width_ - distance); }

 private:
  int rank_of(int u) const { return (u + root_) % processes_; }

  int processes_, root_, u_, width_;
};

/// Elements in the subtree of each child, by growing distance, and last in the rank's own, where only the
/// ranks themselves know how many they have: every rank tells its parent, in 8 bytes.
std::vector<std::int64_t> add_up(Comm& comm, const Subtree& tree, std::int64_t own);
/// Elements in the subtree of each child, and last in the rank's own, where every rank has `own`.
std::vector<std::int64_t> equal_sums(const Subtree& tree, std::int64_t own);

/// The rounds of add_up.
void add_up_rounds(Rounds& rounds, const Shape& shape);
/// The round in which u + distance sends the blocks of its subtree to u, or (`down`) receives them.
void subtree_round(Rounds& rounds, const Shape& shape, int distance, bool down);

/// Scatters a vector that lies whole at the root: of the blocks, in the order of u, every rank receives those
/// of its subtree, in their place. Empty blocks are sent.
void scatter_tree(Comm& comm, void* vector, const Blocks& blocks, Datatype type, int root);

/// The round in which u + distance sends the blocks of its subtree to u, or receives them. In the order of
/// growing distances, or backwards, these rounds are a gather or a scatter; the root is on the critical path.
Stage subtree_stage(const Shape& shape, int distance);

/// The rounds of subtree_stage at all distances, growing.
Cost subtree_cost(const Shape& shape);

}  // namespace collsim
