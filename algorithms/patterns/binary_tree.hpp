#pragma once

#include <array>

#include "algorithms/comm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {

/// A binary tree over the ranks counted from its root, u = rank - root (mod p), down which a vector travels
/// in segments. A rank sends every segment to its left child, then to its right child while it receives the
/// next.
class BinaryTree {
 public:
  enum class Kind {
    heap,  ///< the children of u are 2u + 1 and 2u + 2
    twins  ///< u = 2m - 1 and u = 2m are at the same place m of the trees, heaps both, left and right below 0
  };
  BinaryTree(int processes, int root, Kind kind) : processes_(processes), root_(root), kind_(kind) {}

  /// What a rank receives: of `twins`, those on the left the first of the two ranges, the others the second.
  using Ranges = std::array<Range, 2>;

  /// The longer one of `ranges` is in these segments; one must be at least as long as the other.
  void broadcast(Comm& comm, void* vector, Datatype type, const Ranges& ranges,
                 const Segments& segments) const;
  /// The last rank to get the first segment gets the others in every second round (of p = 2: in every one).
  Cost cost(const Shape& shape, const Ranges& ranges, const Segments& segments) const;

  int number(int rank) const { return (rank - root_ + processes_) % processes_; }
  int rank_of(int u) const { return (u + root_) % processes_; }

 private:
  int parent(int u) const;           ///< of u > 0
  int child(int u, int side) const;  ///< -1: none
  bool right(int u) const { return child(parent(u), 1) == u; }
  std::size_t part(int u) const { return kind_ == Kind::twins && u % 2 == 0 ? 1 : 0; }
  std::int64_t start(int u) const;  ///< rounds until u has the first segment

  int processes_, root_;
  Kind kind_;
};

/// Rounds until the last of a heap's nodes 1..m has its first segment: the largest floor(lg i) + (ones of i in
/// binary) - 1. Node i is reached along its binary digits, in two rounds for a 1 and in one for a 0.
int last_start(int nodes);

}  // namespace collsim
