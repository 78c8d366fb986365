#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace collsim {

/// The leaf switches of a machine as Slurm's topology.conf names them, in the order of the file.
struct LeafSwitches {
  std::vector<int> leaves;  ///< nodes of each
  int levels = 1;           ///< of switches
};

/// Throws Error: no switches with nodes, a switch named twice or below none, one below two, a node at two.
LeafSwitches read_switches(const std::filesystem::path& file);

/// "node[01-03,7]" as its names, also with several brackets. Throws Error, also for more than a million.
std::vector<std::string> expand_hostlist(const std::string& text);

}  // namespace collsim
