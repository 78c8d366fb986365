#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

/// Receives that wait at once in the patterns in_order and out_of_order.
inline constexpr int queue_length = 64;

/// Ranks of a node between which messages of a level of it are measured.
struct LevelRanks {
  std::string name = {};
  int cores = 0;  ///< of a group
  std::vector<std::pair<int, int>> pairs =
      {};                     ///< no rank in two; their innermost common group is of the level
  std::vector<int> fan = {};  ///< a rank and others that are so near it
};

/// A pattern's time between ranks of one node whose innermost common group of cores is of a level, or of a rank's own work.
struct LevelTime {
  std::string level;  ///< empty: work
  int cores;          ///< of a group
  PatternTime time;
};

}  // namespace collsim
