#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lab/site/level_times.hpp"
#include "lab/site/presets.hpp"

namespace collsim {

/// What somebody says of a machine that has no platform file yet. Whatever is empty nobody says.
struct SiteFacts {
  std::string name;                                         ///< of the platform
  std::optional<int> nodes = {}, sockets = {}, cores = {};  ///< sockets of a node, cores of a socket
  std::string link = {};                                    ///< a node's rate, "100Gbps"
  std::string latency = {};   ///< half a round trip of the smallest message between two near nodes, "1.3us"
  std::string topology = {};  ///< as parse_topology() takes it
  std::string nic = {}, cpu = {};  ///< presets
  std::string lstopo = {};         ///< files, as read_lstopo() and the like take them
  std::string switches = {}, ping_pong = {}, ping_pong_node = {};
  std::string levels = {};                      ///< files, as read_levels() takes them
  std::vector<LevelTimes> level_times = {};     ///< instead: what was measured
  std::map<std::string, Stated> measured = {};  ///< further properties
  std::set<std::string> left_out = {};          ///< machines of platforms/ that no number may come from
};

/// Gives its platform file, readable: what is said has that as its source, and what nobody says is assumed (PlatformFile::complete()).
/// Throws Error in a line for what contradicts itself or does not fit.
std::string platform_xml(const SiteFacts& facts);

}  // namespace collsim
