#pragma once

#include <memory>
#include <vector>

#include "platforms/network/cluster.hpp"
#include "platforms/network/full_zone.hpp"
#include "platforms/platform.hpp"

namespace collsim::network {

/// Nodes in a row that are vertices in a row.
struct NodeRow {
  int first, count;
  ZoneVertex place;  ///< of the first
};

/// What a platform file says about the network. Links are numbered: those of <link>s, then each cluster's.
struct Parts {
  std::vector<Link> links;
  std::unique_ptr<FullZone> root;
  std::vector<const Cluster*> clusters;  ///< in the order of their links
  std::vector<NodeRow> nodes;            ///< in order
};

/// Fills `parts`, which must stay where it is, with at least the first `nodes` of the platform. Throws Error.
void read(const Platform& platform, int nodes, Parts& parts);

}  // namespace collsim::network
