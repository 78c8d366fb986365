#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace collsim {

/// The value that a share of sorted samples lies below, interpolated linearly between neighbours; 0.5: the median.
/// `sorted` must not be empty.
inline double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const double part = position - static_cast<double>(below);
  // Either neighbour may be infinite.
  if (part == 0 || sorted[below] == sorted[below + 1]) return sorted[below];
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

/// Of samples in any order, of which there must be some.
inline double median(std::vector<double> samples) {
  std::ranges::sort(samples);
  return quantile(samples, 0.5);
}

}  // namespace collsim
