#include "algorithms/patterns/butterfly.hpp"

#include <algorithm>

#include "algorithms/facts/modulo.hpp"

namespace collsim {
namespace {

/// (1 - (-2)^(step+1)) / 3: 1, -1, 3, -5, 11, ...; in base -2, step + 1 ones.
int hops(int step) {
  const int power = 1 << (step + 1);
  return (step % 2 == 0 ? 1 + power : 1 - power) / 3;
}

/// Where a number in base -2 changes from digit to digit. A path from 0 that meets in rounds s0 > s1 > ...
/// ends at hops(s0) - hops(s1) + ..., whose digits are ones from s0 down to s1 + 1, from s2 down to s3 + 1,
/// ...: this gives back the rounds.
unsigned changes(int number, int size) {
  constexpr unsigned odd_digits = 0xAAAAAAAA;
  const unsigned base_minus_2 =
      ((static_cast<unsigned>(number) + odd_digits) ^ odd_digits) & static_cast<unsigned>(size - 1);
  return base_minus_2 ^ base_minus_2 >> 1;
}

}  // namespace

Butterfly::Butterfly(const Fold& fold, const std::vector<int>& torus) : Butterfly(fold) {
  std::vector<Hop> next;  // of each dimension
  int stride = fold.survivors();
  for (const int size : torus)
    next.push_back({size, std::countr_zero(static_cast<unsigned>(stride /= size)), 0});
  while (static_cast<int>(hops_.size()) < rounds())
    for (Hop& hop : next)
      if (1 << hop.step < hop.size) {
        hops_.push_back(hop);
        ++hop.step;
      }
}

int Butterfly::virtual_rank(int rank) const {
  if (!swings() || fold_.folded(rank)) return fold_.virtual_rank(rank - first_);
  return modulo(fold_.position(rank) - fold_.root_position(), fold_.survivors());
}

int Butterfly::real_rank(int virtual_rank) const {
  if (!swings()) return first_ + fold_.real_rank(virtual_rank);
  return fold_.rank_at(modulo(virtual_rank + fold_.root_position(), fold_.survivors()));
}

/// The path to a label's rank meets in growing rounds: from its end, where it ends at an odd rank, it is one
/// of falling rounds; else the same with all signs turned.
int Butterfly::label(int rank) const {
  const int v = virtual_rank(rank);
  if (!swings()) return v;
  unsigned label = 0;
  for (std::size_t round = 0; round < hops_.size(); ++round) {
    const Hop& hop = hops_[round];
    const int c = hop.coordinate(v);
    label |= (changes(c % 2 == 0 ? -c : c, hop.size) >> hop.step & 1) << round;
  }
  return static_cast<int>(label);
}

int Butterfly::block(int rank) const {
  const int all = label(rank);
  int reversed = 0;
  for (int round = 0; round < rounds(); ++round) reversed = 2 * reversed + (all >> round & 1);
  return reversed;
}

int Butterfly::partner(int rank, int round) const {
  const int v = virtual_rank(rank);
  if (!swings()) return real_rank(v ^ 1 << round);
  const Hop& hop = hops_[static_cast<std::size_t>(round)];
  const int c = hop.coordinate(v);
  const int to = modulo(c % 2 == 0 ? c + hops(hop.step) : c - hops(hop.step), hop.size);
  return real_rank(v + (to - c) * (1 << hop.places));
}

int Butterfly::rounds_as_parent(int rank) const {
  const int v = virtual_rank(rank);
  if (v == 0) return rounds();
  if (!swings()) return std::countr_zero(static_cast<unsigned>(v));
  int round = 0;
  const auto meets_in = [&](const Hop& hop) {
    return (changes(hop.coordinate(v), hop.size) >> hop.step & 1) != 0;
  };
  while (!meets_in(hops_[static_cast<std::size_t>(round)])) ++round;
  return round;
}

Pairs Butterfly::pairs(int round) const {
  if (!swings()) return pairs::exchange(1 << round);
  return pairs::to([butterfly = *this, round](int rank) {
    return butterfly.fold().folded(rank) ? -1 : butterfly.partner(rank, round);
  });
}

/// From the third round along a dimension on, the two that met before meet ranks of different groups.
bool Butterfly::brackets_alike() const {
  return std::none_of(hops_.begin(), hops_.end(), [](const Hop& hop) { return hop.step >= 2; });
}

}  // namespace collsim
