#pragma once

#include <string>
#include <vector>

namespace collsim {

/// What a document says of a number.
struct Stated {
  std::string value = {};
  std::string source = {};  ///< "STATUS: text"
  std::string range = {};   ///< empty: none
};

/// A network's adapter (platforms/presets.json).
struct Nic {
  std::string name;
  Stated bandwidth;     ///< of a port
  Stated latency = {};  ///< half a round trip of the smallest message; no value: as of `like`
  int ports = 0;        ///< of a switch
  std::string ports_source;
  std::string like = {};  ///< a machine of platforms/ that has such a network; empty: none
};

/// What a data sheet says of groups of so many neighbouring cores: a property of a level of nodes, as "port".
struct GroupProperty {
  int cores;
  std::string property;
  Stated stated;
};

/// Processors of a node, of one or several sockets.
struct Cpu {
  std::string name;
  int sockets = 1, cores = 0;  ///< cores of a socket
  Stated memory, cache;        ///< of a socket
  std::string like;            ///< a machine of platforms/ that has such cores
  std::vector<GroupProperty> groups = {};
};

/// A machine of platforms/ whose torus is calibrated.
std::string calibrated_torus();
/// Throws Error with the nearest names.
Nic nic_preset(const std::string& name);
/// The processors that "epyc-7763x2" names. Throws Error with the nearest names.
Cpu cpu_preset(const std::string& name);

}  // namespace collsim
