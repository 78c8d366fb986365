#pragma once

#include <vector>

namespace collsim {

/// What a set of repetitions says about a time that is not normally distributed.
struct Spread {
  double low, median, high;  ///< quartiles, interpolated linearly between samples
  /// Width of the 95 % confidence interval of the median over the median; infinite below six samples, which
  /// cannot give one. Nonparametric, from order statistics: Le Boudec, Performance Evaluation of Computer and
  /// Communication Systems, 2010, section 2.2; recommended for such times by Hoefler and Belli, SC 2015.
  double precision;
};

/// `samples` must not be empty.
Spread spread(std::vector<double> samples);

}  // namespace collsim
