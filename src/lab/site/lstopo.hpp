#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace collsim {

/// Neighbouring cores of a node that share something.
struct CoreGroup {
  std::string name;  ///< l2, l3, group, die, domain, socket or node
  int cores = 0;
  std::int64_t cache = 0;  ///< bytes of the cache that they share; 0: none of their own
};

/// What hwloc knows of a node.
struct NodeFacts {
  int sockets = 0, cores = 0;          ///< cores of the node
  int domains = 0;                     ///< NUMA nodes with cores
  std::int64_t cache = 0;              ///< bytes of all caches of the last level in a domain
  std::vector<CoreGroup> groups = {};  ///< innermost first, each of more cores; the last is the node
  std::map<int, int> core_of =
      {};  ///< of a processor's number, its core's: neighbours have neighbouring ones
};

/// Reads what `lstopo --of xml` writes. Throws Error, also for a node whose domains or groups are not alike.
NodeFacts read_lstopo(const std::filesystem::path& file);

/// What that would write of the machine that this runs on. Throws Error.
std::string lstopo_here();
/// Reads such a text; `from` stands in complaints.
NodeFacts node_facts(const std::string& xml, const std::string& from);

}  // namespace collsim
