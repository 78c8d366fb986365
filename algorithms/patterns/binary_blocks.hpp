#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/patterns/butterfly.hpp"

namespace collsim {

/// The blocks of ranks that the binary digits of p are, the largest first. Every rank of a block answers for
/// one part of the vector, of as many as the block has ranks.
class BinaryBlocks {
 public:
  explicit BinaryBlocks(int processes) {
    const Fold whole(static_cast<int>(std::bit_floor(static_cast<unsigned>(processes))));
    for (int first = 0; first < processes;) {
      const int rounds = Fold(processes - first).rounds();
      all_.emplace_back(whole, first, rounds);
      first += 1 << rounds;
    }
    starts_.resize(all_.size(), all_.back().rounds());
    for (int i = last() - 1; i >= 0; --i)
      starts_[index_of(i)] = std::max(all_[index_of(i)].rounds(), end(i + 1));
  }

  int last() const { return static_cast<int>(all_.size()) - 1; }
  const Butterfly& operator[](int i) const { return all_[index_of(i)]; }
  int block_of_rank(int rank) const {
    int i = last();
    while (all_[index_of(i)].real_rank(0) > rank) --i;
    return i;
  }
  /// Into how many parts of block i those of the next, smaller one are cut; for the last one 0.
  int cuts(int i) const {
    return i < last() ? 1 << (all_[index_of(i)].rounds() - all_[index_of(i + 1)].rounds()) : 0;
  }
  /// The round in which block i takes over the first parts from the next one, and the round after the last.
  int start(int i) const { return starts_[index_of(i)]; }
  int end(int i) const { return start(i) + cuts(i); }
  /// No larger block takes longer to halve than the smaller ones to hand over.
  bool gapless() const {
    for (int i = 0; i < last() - 1; ++i)
      if (start(i) != end(i + 1)) return false;
    return true;
  }

  /// The rank of block i that answers for this part. (Reversed twice, a label is itself.)
  int holder(int i, int part) const {
    const Butterfly& block = all_[index_of(i)];
    return block.real_rank(block.block(block.real_rank(part)));
  }
  /// The rank, in the next larger block, that takes over the piece `cut` of what this rank of block i answers for.
  int larger(int i, int rank, int cut) const {
    return holder(i - 1, all_[index_of(i)].block(rank) * cuts(i - 1) + cut);
  }
  /// The rank, in the next smaller block, that hands over to this one of block i.
  int smaller(int i, int rank) const { return holder(i + 1, all_[index_of(i)].block(rank) / cuts(i)); }
  Range part(int i, int part, std::int64_t count) const {
    const int width = all_[index_of(i)].fold().survivors() >> all_[index_of(i)].rounds();
    return Blocks(count, all_[index_of(i)].fold().survivors()).range(part * width, (part + 1) * width);
  }

 private:
  static std::size_t index_of(int i) { return static_cast<std::size_t>(i); }

  std::vector<Butterfly> all_;
  std::vector<int> starts_;
};

/// What the formula of allreduce/binary_blocks has of its own.
std::vector<Symbol> binary_blocks_symbols();

}  // namespace collsim
