#pragma once

#include <vector>

namespace collsim {

/// What a set of repetitions says about a time that is not normally distributed.
struct Spread {
  double low, median, high;  ///< quartiles, interpolated linearly between samples
  /// Width of the median's interval (support/median_interval.hpp) over the median; infinite below six samples, which
  /// cannot give one.
  double precision;
};

/// Repetitions go on until their median is known as well as this, or time is up.
constexpr double wanted_precision = 0.05;

/// `samples` must not be empty.
Spread spread(std::vector<double> samples);

}  // namespace collsim
