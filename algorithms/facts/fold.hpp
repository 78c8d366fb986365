#pragma once

#include <bit>

namespace collsim {

/// Virtual ranks for algorithms that need a power of two, after Rabenseifner 2004: with P = 2^floor(lg p) and
/// r = p - P, the first r pairs of ranks (2i, 2i + 1) fold into one survivor each. Virtual ranks 0..P-1
/// number the survivors in rank order, then are relabelled by xor with the root's number, so that the root is
/// virtual rank 0.
class Fold {
 public:
  /// The survivor of a pair is its even rank; where the pair holds the root, the root.
  explicit constexpr Fold(int processes, int root = 0)
      : survivors_(static_cast<int>(std::bit_floor(static_cast<unsigned>(processes)))),
        pairs_(processes - survivors_),
        root_(root),
        root_position_(root < 2 * pairs_ ? root / 2 : root - pairs_) {}

  constexpr int survivors() const { return survivors_; }  ///< P, a power of two
  constexpr int pairs() const { return pairs_; }          ///< r, how many ranks fold away
  /// k = lg P.
  constexpr int rounds() const { return std::countr_zero(static_cast<unsigned>(survivors_)); }
  constexpr bool folds() const { return pairs_ > 0; }

  /// Does this rank give its vector away before the exchanges, and take no part in them?
  constexpr bool folded(int rank) const { return rank != survivor(rank); }
  /// The other rank of this rank's pair; -1 if it belongs to none.
  constexpr int partner(int rank) const { return rank < 2 * pairs_ ? rank ^ 1 : -1; }

  /// 0..P-1, or -1 if this rank folds away.
  constexpr int virtual_rank(int rank) const { return folded(rank) ? -1 : position(rank) ^ root_position_; }
  /// The inverse of virtual_rank.
  constexpr int real_rank(int virtual_rank) const { return rank_at(virtual_rank ^ root_position_); }

  /// A survivor's number in rank order, before the relabelling.
  constexpr int position(int rank) const { return rank < 2 * pairs_ ? rank / 2 : rank - pairs_; }
  constexpr int rank_at(int position) const {
    return position < pairs_ ? survivor(2 * position) : position + pairs_;
  }
  constexpr int root_position() const { return root_position_; }

 private:
  /// Which of its pair goes on; a rank without partner does.
  constexpr int survivor(int rank) const {
    if (rank >= 2 * pairs_) return rank;
    return rank / 2 == root_ / 2 ? root_ : rank & ~1;
  }

  int survivors_;
  int pairs_;
  int root_;
  int root_position_;
};

}  // namespace collsim
