#include "support/median_interval.hpp"

#include <cmath>

namespace collsim {
namespace {

/// How many samples at either end lie outside: the largest l with P(at most l - 1 of n samples are below the median)
/// <= 2.5 %, less one; -1 if there is none.
int outside(int n) {
  double probability = std::pow(0.5, n);  // of exactly `below` samples below the median
  double cumulative = 0;
  int below = 0;
  for (; below < n; ++below) {
    cumulative += probability;
    if (cumulative > 0.025) break;
    probability *= static_cast<double>(n - below) / (below + 1);
  }
  return below - 1;
}

}  // namespace

std::optional<RealInterval> median_interval(const std::vector<double>& sorted) {
  const int cut = outside(static_cast<int>(sorted.size()));
  if (cut < 0) return std::nullopt;
  const auto first = static_cast<std::size_t>(cut);
  return RealInterval{sorted[first], sorted[sorted.size() - 1 - first]};
}

}  // namespace collsim
