#pragma once

#include <optional>
#include <vector>

namespace collsim {

struct RealInterval {
  double low, high;
  friend bool operator==(const RealInterval&, const RealInterval&) = default;
};

/// What holds the median of whatever the samples are drawn from with a confidence of 95 %, whatever its distribution: two of
/// the samples, as many below the one as above the other. Of fewer than six there is none. `sorted` ascends. Source:
/// order statistics, Le Boudec, Performance Evaluation of Computer and Communication Systems, 2010, section 2.2;
/// recommended for times by Hoefler and Belli, SC 2015.
std::optional<RealInterval> median_interval(const std::vector<double>& sorted);

}  // namespace collsim
