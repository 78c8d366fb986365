#pragma once

#include <memory>
#include <vector>

#include "algorithms/facts/nodes.hpp"

namespace collsim::testing {

/// Ranks of which each is on the node of this number, in the memory domain of that one.
inline std::shared_ptr<const Nodes> placed(const std::vector<int>& nodes,
                                           const std::vector<int>& domains = {}) {
  return std::make_shared<const Nodes>(nodes, domains);
}

}  // namespace collsim::testing
