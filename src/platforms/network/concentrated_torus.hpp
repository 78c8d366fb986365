#pragma once

#include <string>
#include <vector>

#include "platforms/network/cluster.hpp"

namespace collsim::network {

/// What topo_parameters say of a torus of routers, each of which serves some hosts.
struct Concentration {
  int hosts;                ///< of a router
  std::vector<int> sides;   ///< routers, by dimension
  std::vector<int> cables;  ///< between two routers, by dimension
};

/// Throws Error unless the cluster can be one.
Concentration read_concentration(const ClusterAttributes& cluster, const std::string& parameters);

}  // namespace collsim::network
