#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace collsim {

struct Shape;

/// Which ranks exchange the messages of a stage.
class Pairs {
 public:
  using List = std::vector<std::pair<int, int>>;

  /// Nobody: the stage is local work.
  Pairs() = default;
  /// `directed`: the list has every sender with its receiver, else each pair once, whichever of the two sends.
  explicit Pairs(std::function<List(const Shape&)> list, bool directed = false);

  List list_of(const Shape& shape) const;
  bool directed() const { return directed_; }

 private:
  std::function<List(const Shape&)> list_ = {};
  bool directed_ = false;
};

/// The pairs that several algorithms have.
namespace pairs {

/// Rank r sends to r + distance (mod p).
Pairs shift(std::int64_t distance);
/// Rank r sends to receiver(r), or to nobody if that is -1. Keeps `receiver`, which must capture by value.
Pairs to(std::function<int(int rank)> receiver);

/// Virtual ranks v and v xor distance exchange (fold.hpp).
Pairs exchange(std::int64_t distance);
/// One of the virtual ranks v and v + distance sends, v a multiple of 2 * distance.
Pairs tree(std::int64_t distance);
/// One of the ranks 2i and 2i + 1 sends, or both do, i < p - 2^floor(lg p).
Pairs fold();

/// Counted from the root, u = rank - root (mod p): u sends to u + distance < p.
Pairs forward(std::int64_t distance);
/// Counted from the root: of u and u + distance < p, u a multiple of 2 * distance, one sends.
Pairs subtree(std::int64_t distance);
/// One of the root and the rank that far behind it sends.
Pairs spoke(std::int64_t distance);

}  // namespace pairs
}  // namespace collsim
