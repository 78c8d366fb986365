#pragma once

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The ranks behind a root, counted from it (u = 0), in chains of neighbours whose lengths differ by at most one, the longer ones
/// first. There are as many as the option `chains` says, or ranks.
class Chains {
 public:
  Chains(int processes, const Options& options);

  static OptionSpec option();

  int number() const { return number_; }
  /// Ranks of the longest one.
  int longest() const { return longest_; }
  int length(int chain) const { return chain < longer_ ? longest_ : longest_ - 1; }
  /// Which of its ranks is next to the root.
  int head(int chain) const { return 1 + chain * longest_ - (chain > longer_ ? chain - longer_ : 0); }
  bool is_head(int u) const;
  /// Whether no other rank is behind this one.
  bool is_last(int u) const { return u + 1 == processes_ || is_head(u + 1); }

 private:
  int processes_, number_, longest_, longer_;
};

/// A vector in segments down the chains from the root, or up to it: each segment to or from all chains in turn, while a rank passes
/// one on and takes the next. `step`: from a rank of a chain to the next one, 1 or -1.
Cost chain_cost(const Shape& shape, const Options& options, bool combines, int step = 1);
/// A last segment that is shorter leaves the rounds where there is more than one chain.
bool chain_is_exact(const Shape& shape, const Options& options);

}  // namespace collsim
