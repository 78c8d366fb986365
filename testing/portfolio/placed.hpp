#pragma once

#include <memory>
#include <vector>

#include "algorithms/facts/nodes.hpp"

namespace collsim::testing {

/// Ranks of which each is on the node of this number.
inline std::shared_ptr<const Nodes> placed(const std::vector<int>& nodes) {
  return std::make_shared<const Nodes>(nodes);
}

}  // namespace collsim::testing
