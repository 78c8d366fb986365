#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// Round-optimal broadcast of n blocks: in n - 1 + ceil(lg p) rounds every rank gets every block once. Ranks
/// are counted from the root, u = rank - root (mod p). In a round, u receives from u - skip (mod p), the
/// skips p/2, p/4, ... (rounded up) taking turns from 1 on; which block is told by a schedule of ceil(lg p)
/// numbers that each rank computes by itself.
///
/// Source: Traeff, arXiv:2205.10072, arXiv:2312.11236, arXiv:2407.18004.
class Circulant {
 public:
  Circulant(int processes, std::int64_t blocks);

  std::int64_t rounds() const { return processes_ == 1 ? 0 : blocks_ - 1 + turns_; }
  int skip(std::int64_t round) const { return skips_[turn(round)]; }
  int processes() const { return processes_; }
  /// What is needed to tell which blocks u receives: one number per turn.
  std::vector<int> schedule(int u) const;
  /// The block that the rank with this schedule, not the root, receives in this round; -1: none.
  std::int64_t block(const std::vector<int>& schedule, std::int64_t round) const;

  /// Rounds with the same turn have the same skip.
  std::size_t turn(std::int64_t round) const { return static_cast<std::size_t>((round + idle()) % turns_); }

  /// The cost of these rounds: those between blocks of unequal size, the first, and the last are told one by
  /// one, the others repeat themselves. From each of the blocks `changes` on, a size may be another.
  Cost cost(std::set<std::int64_t> changes, const std::function<Stage(std::int64_t)>& stage) const;

  static OptionSpec blocks();
  /// The number of blocks of a vector of so many elements: an empty block would cost a round and bring nothing.
  static std::int64_t blocks(std::int64_t count, const Options& options);

 private:
  struct Search;
  /// Rounds before the first, in which nothing is sent, so that the last one ends a series of turns.
  std::int64_t idle() const { return (turns_ - (blocks_ - 1) % turns_) % turns_; }
  int first_turn(int u) const;

  int processes_;
  std::int64_t blocks_;
  int turns_ = 1;
  std::vector<int> skips_;  ///< of every turn, then p
};

/// One rank's rounds of a broadcast.
class CirculantRank {
 public:
  CirculantRank(const Circulant& graph, int rank, int root);

  int ahead(std::int64_t round) const { return (rank_ + graph_.skip(round)) % graph_.processes(); }
  int behind(std::int64_t round) const {
    return (rank_ + graph_.processes() - graph_.skip(round)) % graph_.processes();
  }
  /// The block that goes to the rank ahead, and the one that comes from the rank behind; -1: none.
  std::int64_t out(std::int64_t round) const {
    return ahead(round) == root_ ? -1 : graph_.block(others_[graph_.turn(round)], round);
  }
  std::int64_t in(std::int64_t round) const { return rank_ == root_ ? -1 : graph_.block(own_, round); }

 private:
  const Circulant& graph_;
  int rank_, root_;
  std::vector<int> own_;
  std::vector<std::vector<int>> others_;  ///< schedules of the rank ahead, turn by turn
};

/// A broadcast or reduction of a vector by these rounds, forwards or backwards, which bounds the time from
/// above if blocks are of unequal size.
Cost circulant_cost(const Shape& shape, const Options& options, bool reduces);
/// Where the blocks are of equal size.
bool circulant_is_even(const Shape& shape, const Options& options);

}  // namespace collsim
