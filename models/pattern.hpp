#pragma once

#include <cstdint>
#include <string>

namespace collsim {

/// How long a pattern of messages between pairs of ranks, or of local work, took when it was measured; no collective.
/// backends/native/patterns.hpp says what the patterns are.
struct PatternTime {
  std::string pattern;
  int ranks;           ///< that took part at once
  std::int64_t bytes;  ///< of a message or a vector
  double seconds;      ///< median of the repetitions
  double low, high;    ///< their quartiles
  int repetitions;
};

}  // namespace collsim
