#pragma once

#include <string>
#include <vector>

#include "support/csv.hpp"
#include "support/median_interval.hpp"

namespace collsim {

/// A point that two runs have measured, and how many times as long it took in the second.
struct RepeatedPoint {
  std::string name;  ///< "allreduce/ring, p 4, bytes 8192"
  double ratio;
  RealInterval interval;

  bool same() const { return interval.low <= 1 && 1 <= interval.high; }
};

/// The points of two tables of results whose rows have intervals in both, and how many have not.
struct Repeated {
  std::vector<RepeatedPoint> points;
  std::size_t without_interval = 0;
};
Repeated compare_runs(const CsvTable& first, const CsvTable& second);

/// Tells in how many the interval contains 1, how far the ratios are from it, and where it does not.
std::string to_text(const Repeated& repeated);

}  // namespace collsim
