#pragma once

#include <bit>
#include <string>
#include <vector>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/fold.hpp"

namespace collsim {

/// Who meets whom in k rounds on P = 2^k virtual ranks. Each has a label of k bits: in round s those meet
/// that agree in the lowest s bits of their labels and differ in the next, so that the two can share what
/// they answer for. The root is virtual rank 0 and has label 0.
class Butterfly {
 public:
  /// Recursive doubling: v meets v xor 2^s, and is its own label.
  Butterfly(const Fold& fold) : Butterfly(fold, 0, fold.rounds()) {}  // NOLINT: wherever nothing else is said
  /// Recursive doubling in fewer rounds, among the 2^rounds ranks from `first` on; P stays.
  Butterfly(const Fold& fold, int first, int rounds) : fold_(fold), first_(first), rounds_(rounds) {}
  /// Swing: in round s the partner is at hop distance |1 - (-2)^(t+1)| / 3 along dimension s mod D of a torus
  /// of the virtual ranks, t = floor(s/D), where dimensions that are through are left out; even coordinates
  /// go up and odd ones down for even t, the other way round for odd t. Dimensions are powers of two, the
  /// last one varies fastest; their product is P. Only a torus of one dimension takes a root other than 0.
  Butterfly(const Fold& fold, const std::vector<int>& torus);

  const Fold& fold() const { return fold_; }
  int rounds() const { return rounds_; }
  /// 0..P-1, or -1 if this rank folds away.
  int virtual_rank(int rank) const;
  int real_rank(int virtual_rank) const;
  int label(int rank) const;
  /// Which of P blocks is left to a rank where in every round the one with a 0 in its label keeps the lower
  /// half: the label's bits in reverse.
  int block(int rank) const;
  /// The rank that `rank` meets.
  int partner(int rank, int round) const;
  /// The number of rounds in which `rank` is a parent in the tree along which the root's vector reaches all, the rounds
  /// backwards; it is a child in the next one, unless it is the root.
  int rounds_as_parent(int rank) const;
  Pairs pairs(int round) const;
  bool swings() const { return !hops_.empty(); }
  /// Where whole vectors are exchanged: are all ranks' sums bracketed alike, but for the sides of operands?
  bool brackets_alike() const;

 private:
  /// A round of swing: ranks meet along a dimension.
  struct Hop {
    int size;    ///< of the dimension, a power of two
    int places;  ///< of a virtual rank in base 2, below those along it
    int step;    ///< how many rounds went along it before
    int coordinate(int virtual_rank) const { return virtual_rank >> places & (size - 1); }
  };

  Fold fold_;
  int first_, rounds_;
  std::vector<Hop> hops_ = {};  ///< of swing, round by round
};

inline std::string unless_power_of_two(const Shape& shape, const Options&) {
  if (std::has_single_bit(static_cast<unsigned>(shape.processes))) return "";
  return std::to_string(shape.processes) + " processes are not a power of two";
}

}  // namespace collsim
