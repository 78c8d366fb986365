#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
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

/// Gives the median of samples in any order, of which there must be some.
inline double median(std::vector<double> samples) {
  std::ranges::sort(samples);
  return quantile(samples, 0.5);
}

/// Gives the middle one of samples in any order, of which there must be some, or the lower of the two in the middle. A projection says
/// by what they are ordered.
template <class Sample, class Projection = std::identity>
Sample lower_median(std::vector<Sample> samples, const Projection& projection = {}) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>((samples.size() - 1) / 2);
  std::ranges::nth_element(samples, middle, {}, projection);
  return std::move(*middle);
}
/// Gives the middle one of samples as lower_median() does, but the upper of two in the middle.
template <class Sample, class Projection = std::identity>
Sample upper_median(std::vector<Sample> samples, const Projection& projection = {}) {
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle, {}, projection);
  return std::move(*middle);
}

}  // namespace collsim
