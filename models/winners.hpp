#pragma once

#include <cstdint>
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
