#pragma once

#include <bit>

#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/bine.hpp"

namespace collsim {

/// A rank's place in the tree along which blocks are scattered or gathered on the butterfly of bine.hpp, p being
/// a power of two. The parent of a rank has its label without the highest one, so that a rank answers for
/// neighbouring blocks of Butterfly::block, its own first.
class BineSubtree {
 public:
  BineSubtree(int rank, int processes, int root)
      : rank_(rank),
        processes_(processes),
        butterfly_(bine(processes, root)),
        round_(std::bit_width(static_cast<unsigned>(butterfly_.label(rank))) - 1) {}

  bool is_root() const { return round_ < 0; }
  bool is_leaf() const { return !is_root() && width() == 1; }
  /// Blocks that it answers for.
  int width() const { return processes_ >> (round_ + 1); }
  int parent() const { return butterfly_.partner(rank_, round_); }
  /// The one that answers for so many of them, those from block `width` of its own on: 1, 2, 4, ... below its own width.
  int child(int width) const {
    return butterfly_.partner(rank_, std::countr_zero(static_cast<unsigned>(processes_ / width)) - 1);
  }
  /// Whether it and a parent exchange so many blocks.
  bool sends(int width) const { return !is_root() && this->width() == width; }
  /// Where a rank's block lies among those of the root.
  int block(int rank) const { return butterfly_.block(rank); }

 private:
  int rank_, processes_;
  Butterfly butterfly_;
  int round_;  ///< in which it meets its parent; of the root's, -1
};

/// A rank's room for the blocks of `count` elements that its subtree answers for, its own first.
class BineBlocks {
 public:
  BineBlocks(Comm& comm, const BineSubtree& tree, std::int64_t count, Datatype type)
      : scratch_(comm.scratch(tree.width() * count, type)), bytes_(count * comm.extent(type)) {}

  void* operator()(int index) const { return element(scratch_.data(), index, bytes_); }

 private:
  Scratch scratch_;
  Aint bytes_;
};

/// Bytes of its own block that a rank copies: leaves send or receive where the caller has it.
template <class Tree>
std::int64_t own_copy(const Shape& shape, const Tree& tree) {
  const bool copies = tree.is_root() ? !shape.in_place : !tree.is_leaf();
  return copies ? shape.bytes() / shape.processes : 0;
}

}  // namespace collsim
