#pragma once

#include <cstdint>
#include <filesystem>

namespace collsim {

/// What hwloc knows of a node.
struct NodeFacts {
  int sockets = 0, cores = 0;  ///< cores of the node
  int domains = 0;             ///< NUMA nodes with cores
  std::int64_t cache = 0;      ///< bytes of all caches of the last level in a domain
};

/// Reads what `lstopo --of xml` writes. Throws Error, also for a node whose domains are not alike.
NodeFacts read_lstopo(const std::filesystem::path& file);

}  // namespace collsim
