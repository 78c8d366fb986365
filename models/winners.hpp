#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace collsim {

/// How long an algorithm took.
struct Timing {
  std::string algorithm;  ///< with its options, where they differ
  int processes;
  std::int64_t bytes;
  double seconds;
};

struct Winner {
  int processes;
  std::int64_t bytes;
  std::string algorithm;
  double seconds;
  std::string second;  ///< the next best algorithm; empty without one
  double margin;       ///< the second's seconds over the winner's: 1 is a tie; infinity without a second
};

/// The fastest algorithm at each (processes, bytes), in that order; of equals, the first by name.
std::vector<Winner> winners(const std::vector<Timing>& timings);

/// The smallest size, in bytes, at which the time curves of two algorithms on `processes` ranks cross,
/// interpolated linearly in the logarithms of size and time between the sizes that both were sampled at; none
/// if neither overtakes the other. Sizes and times that are not positive have no logarithm and are left out.
std::optional<double> crossing(const std::vector<Timing>& timings, int processes, const std::string& a,
                               const std::string& b);

}  // namespace collsim
