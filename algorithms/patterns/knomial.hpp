#pragma once

#include <vector>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// A tree over the ranks counted from its root, u = rank - root (mod p), in base radix: the parent of u is u
/// without its lowest digit other than 0, or without its highest.
class Knomial {
 public:
  enum class Cleared { lowest, highest };
  Knomial(int processes, int root, const Options& options, Cleared cleared = Cleared::lowest);

  int parent(int rank) const;                 ///< -1: this is the root
  std::vector<int> children(int rank) const;  ///< nearest first

  /// Vectors go up with the lowest digit cleared, children being served nearest first, or down, farthest first: the root sends
  /// or receives one message after the other, and nobody takes longer.
  Cost up(const Shape& shape) const;  ///< each vector is combined when it arrives
  Cost down(const Shape& shape) const;

  static OptionSpec radix();
  static OptionSpec cleared();

 private:
  std::int64_t span(std::int64_t u) const;
  std::int64_t above(std::int64_t u) const;
  Stage stage(const Shape& shape, std::int64_t distance, bool up) const;
  int number(int rank) const { return (rank - root_ + processes_) % processes_; }
  int rank_of(std::int64_t u) const { return static_cast<int>((u + root_) % processes_); }

  int processes_, root_;
  std::int64_t radix_;
  Cleared cleared_;
};

}  // namespace collsim
