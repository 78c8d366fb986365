#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace collsim {

/// How long an algorithm took.
struct Timing {
  std::string algorithm;  ///< with its options, where they differ
  int processes;
  std::int64_t bytes;
  double seconds;
};

/// Seconds within this share of one another are equal. Simulation and closed form of the same messages differ
/// by 3e-15, which is the rounding of sums in another order, and no measurement tells times apart that
/// finely.
constexpr double tie_tolerance = 1e-9;

struct Winner {
  int processes;
  std::int64_t bytes;
  std::vector<std::string> algorithms;  ///< one, or several that take equally long, sorted by name
  double seconds;
  std::string second;  ///< the next best algorithm that is slower; empty without one
  double margin;       ///< the second's seconds over the winner's; infinity without a second

  std::string name() const;  ///< "ring", or of equals "ring = tree"
};

/// Seconds by (processes, bytes) and algorithm.
using TimesAtSizes = std::map<std::pair<int, std::int64_t>, std::map<std::string, double>>;
/// The shortest of those that an algorithm is given at a size.
TimesAtSizes shortest_times(const std::vector<Timing>& timings);

/// The fastest algorithms at each (processes, bytes), in that order, by the shortest time of each.
std::vector<Winner> winners(const std::vector<Timing>& timings);

/// How the time curves of two algorithms lie over the sizes that both were sampled at.
struct Crossing {
  enum class Kind {
    unknown,        ///< no common size
    first_faster,   ///< the second is faster nowhere
    second_faster,  ///< the first is faster nowhere, the second somewhere
    crosses
  };
  Kind kind = Kind::unknown;
  double bytes = 0;  ///< crosses: the smallest size at which they do; else the smallest common size
};

/// The curves of two algorithms on `processes` ranks. Where they cross is interpolated linearly in the
/// logarithms of size and time. Sizes and times that are not positive have no logarithm and are left out.
Crossing crossing(const std::vector<Timing>& timings, int processes, const std::string& first,
                  const std::string& second);

}  // namespace collsim
