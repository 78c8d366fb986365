#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/site/lstopo.hpp"
#include "lab/site/ping_pong_output.hpp"

namespace collsim {

/// What was measured between ranks whose innermost common group is of a level.
struct LevelTimes {
  std::string name;  ///< of the level
  int cores = 0;     ///< of a group
  PingPongOutput measured = {};
  std::string from = {};  ///< where that is from, for sources
  /// Seconds of a rank and so many others, by size: it sends to each; each sends to it.
  std::map<int, std::map<std::int64_t, double>> to_many = {}, from_many = {};
  double flag = 0;  ///< seconds; 0: not measured

  /// Gives the times of messages of a byte or more.
  std::vector<PingPong> curve() const;
};

/// Reads the files of "complex:4=complex.txt, socket=socket.txt, node=node.txt", innermost first; groups of the node whose size is not said
/// are known by name. Throws Error: no such group, levels that do not nest or do not end with the node, a file without times.
std::vector<LevelTimes> read_levels(const std::string& levels, const NodeFacts& node);

/// Throws Error where levels do not nest or do not end with the node.
void check_levels(const std::vector<LevelTimes>& levels, const NodeFacts& node);

}  // namespace collsim
