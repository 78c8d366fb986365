#pragma once

#include <algorithm>
#include <cstdint>

namespace collsim {

/// p ranks in radix^k groups of neighbours, of up to `radix` ranks each, the larger groups first. The first
/// rank of a group takes part for all of it.
struct Groups {
  int radix;
  int groups = 1;
  int rounds = 0;
  int extras;  ///< ranks that take no part

  Groups(int processes, std::int64_t wanted)
      : radix(static_cast<int>(std::clamp<std::int64_t>(wanted, 2, std::max(2, processes)))) {
    for (; groups <= processes / radix; groups *= radix) ++rounds;
    extras = processes - groups;
  }
  int first(int group) const { return group + std::min(group * (radix - 1), extras); }
  int room() const { return rounds > 0 ? radix - 1 : extras; }  ///< most vectors that a rank receives at once
  int size(int group) const { return first(group + 1) - first(group); }
  int group_of(int rank) const { return std::max(rank / radix, rank - extras); }
  /// Digit `round` of the group's number: its place among the members of the round.
  int digit(int rank, int round) const { return group_of(rank) / distance(round) % radix; }
  /// The first rank of the group that differs in this digit only.
  int member(int rank, int round, int wanted) const {
    return first(group_of(rank) + (wanted - digit(rank, round)) * distance(round));
  }

 private:
  int distance(int round) const {
    int power = 1;
    for (int i = 0; i < round; ++i) power *= radix;
    return power;
  }
};

}  // namespace collsim
