#pragma once

#include <bit>

#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/bine.hpp"

namespace collsim {

/// A rank's place in the tree along which blocks are gathered, the nearest ranks first, p being a power of two. Whoever
/// takes part in round s has 2^s blocks that follow one another (mod p), its own among them. Even virtual ranks get
/// those above theirs in even rounds and those below in odd ones; odd virtual ranks the other way round. Of two that meet,
/// the one whose negabinary digits go on alike stays. A scatter takes the way back.
///
/// Source: De Sensi et al., SC 2025, arXiv:2508.17311.
class BineRange {
 public:
  BineRange(int rank, int processes, int root)
      : rank_(rank),
        processes_(processes),
        butterfly_(bine(processes, root)),
        virtual_rank_(static_cast<unsigned>(butterfly_.virtual_rank(rank))) {
    const unsigned digits =
        ((virtual_rank_ + below_even) ^ below_even) & (static_cast<unsigned>(processes) - 1);
    const int alike = digits % 2 == 0 ? std::countr_zero(digits) : std::countr_one(digits);
    rounds_ = digits == 0 ? butterfly_.rounds() : alike - 1;
  }

  bool is_root() const { return virtual_rank_ == 0; }
  bool is_leaf() const { return !is_root() && rounds_ == 0; }
  /// The rounds in which it has a child each; in the next it meets its parent.
  int rounds() const { return rounds_; }
  int parent() const { return butterfly_.partner(rank_, rounds_); }
  int child(int round) const { return butterfly_.partner(rank_, round); }
  /// Blocks of its subtree.
  int width() const { return 1 << rounds_; }
  /// The rank whose block is the first of those it has after so many rounds.
  int first(int rounds) const {
    const unsigned below = (virtual_rank_ % 2 == 0 ? below_even : ~below_even) & ((1U << rounds) - 1U);
    return static_cast<int>((static_cast<unsigned>(rank_) - below) % static_cast<unsigned>(processes_));
  }
  int first() const { return first(rounds_); }
  /// Where a rank's block lies among those of this subtree.
  int place(int rank) const {
    return static_cast<int>(static_cast<unsigned>(rank - first()) % static_cast<unsigned>(processes_));
  }

 private:
  static constexpr unsigned below_even = 0xAAAAAAAA;  ///< 2^s for all odd rounds s

  int rank_, processes_;
  Butterfly butterfly_;
  unsigned virtual_rank_;
  int rounds_;
};

/// Whether blocks stay neighbours, so that the root has none to put in order.
inline bool are_adjacent(const Options& options) {
  return options.text("blocks") == "adjacent";
}

inline OptionSpec bine_order_option() {
  return {"blocks",
          "permuted",
          "that lie apart: are put in order by the root, or there are none, since neighbours meet first",
          {"permuted", "adjacent"}};
}

}  // namespace collsim
