#include "algorithms/patterns/dual_trees.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace collsim {
namespace {

/// How many ranks are below a parent on either side.
struct Subtrees {
  explicit Subtrees(int below) : near(below / 2), far(below - near) {}
  int near, far;
};

/// Rounds until the roots of a tree of so many ranks, and of one with one more, have combined their first segments. Their subtrees
/// have one of two sizes, of which one is the other's and 1.
std::pair<int, int> climbs(int size) {
  if (size == 0) return {-1, 0};
  const auto [few, more] = climbs((size - 1) / 2);
  const auto above = [](int near, int far) { return std::max(near + 1, far) + 1; };
  if (size % 2 == 0) return {above(few, more), above(more, more)};
  return {size == 1 ? 0 : above(few, few), above(few, more)};
}

int climb(int size) {
  return climbs(size).first;
}

}  // namespace

DualPlace::DualPlace(int rank, int processes) {
  const int half = processes / 2;
  int first = rank < half ? 0 : half;
  int root = rank < half ? half - 1 : processes - 1;
  above = rank < half ? processes - 1 : half - 1;
  up = climb(processes - half);
  for (; root != rank; ++depth) {
    above = root;
    const Subtrees below(root - first);
    const bool is_near = rank >= root - below.near;
    up = climb(is_near ? below.near : below.far);
    if (!is_near && below.near > 0) up = std::max(climb(below.near) + 1, up);
    down += is_near || below.near == 0 ? 1 : 2;
    if (is_near) first = root - below.near;
    root -= is_near ? 1 : 1 + below.near;
  }
  const Subtrees below(root - first);
  if (below.near > 0) near = root - 1;
  if (below.far > 0) far = root - 1 - below.near;
}

namespace {

double lg(double number) {
  return std::floor(std::log2(number));
}

}  // namespace

std::vector<Symbol> dual_trees_symbols() {
  return {{"up", [](int p) { return lg((p + 3) / 2.0) + lg((p + 3) / 3.0); },
           "floor(lg((p + 3)/2)) + floor(lg((p + 3)/3))"},
          {"down", [](int p) { return lg((p + 1) / 2.0) + lg((p + 1) / 3.0); },
           "floor(lg((p + 1)/2)) + floor(lg((p + 1)/3))"}};
}

}  // namespace collsim
