#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "lab/site/level_times.hpp"
#include "lab/site/presets.hpp"
#include "models/pattern.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// A header and a line for each: level,cores,pattern,ranks,bytes,seconds,low,high,repetitions.
std::string to_csv(const std::vector<LevelTime>& times);

/// Throws Error: unreadable, no such column, a cell that is no number or no positive one.
std::vector<LevelTime> read_level_times(const std::filesystem::path& csv);

/// Leaves out those whose median is uncertain by more than most_uncertain, as on a machine that does something else, too.
std::vector<LevelTime> certain(const std::vector<LevelTime>& times);

/// What patterns say of each level, innermost first; `from` stands in sources. Throws Error for a level without ping-pongs, for levels
/// that do not nest, and where the node's are more cores than the last level's.
std::vector<LevelTimes> level_times(const std::vector<LevelTime>& times, const NodeFacts& node,
                                    const std::string& from);

/// What ranks' own work says: copy, combine.CLASS, the same in caches that cores share, fresh@SIZE, trimmed@SIZE, memory.bandwidth; and what a call
/// and a receive that waits take: call, match.
std::map<std::string, Stated> work_numbers(const std::vector<LevelTime>& times, const NodeFacts& node,
                                           const std::string& from);

/// A pattern of messages, and what the platform's levels make of it (docs/concepts/nodes.md).
struct LevelResidual {
  LevelTime measured;
  double fitted;  ///< seconds
};
std::vector<LevelResidual> residuals(const Platform& platform, const std::vector<LevelTime>& times);

}  // namespace collsim
