#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/facts/description.hpp"

namespace collsim {

/// The nodes as a tree, that of the root on top: each has at most `radix` below it, and an agent, whom messages of the
/// nodes below can be sent to although nobody knows which of its ranks comes when.
class NodeTree {
 public:
  NodeTree(const Nodes& nodes, int root, std::int64_t radix)
      : nodes_(&nodes), root_(root), radix_(std::min<std::int64_t>(radix, nodes.count())) {}

  static OptionSpec radix_option() {
    return {.name = "radix",
            .fallback = "8",
            .meaning = "nodes below each, whose ranks all talk to the same one",
            .minimum = 1};
  }

  bool on_top(int node) const { return node == nodes_->node_of(root_); }
  /// How many nodes are right below.
  int below(int node) const {
    const std::int64_t first = position_of(node) * radix_ + 1;
    return static_cast<int>(std::clamp<std::int64_t>(nodes_->count() - first, 0, radix_));
  }
  /// The node above any but that on top.
  int above(int node) const {
    const std::int64_t position = (position_of(node) - 1) / radix_;
    return static_cast<int>((position + nodes_->node_of(root_)) % nodes_->count());
  }
  /// The root on its node, else the first rank.
  int agent(int node) const { return on_top(node) ? root_ : nodes_->rank(node, 0); }

 private:
  /// The place in the order from the top, level by level.
  std::int64_t position_of(int node) const {
    return (node - nodes_->node_of(root_) + nodes_->count()) % nodes_->count();
  }

  const Nodes* nodes_;
  int root_;
  std::int64_t radix_;
};

}  // namespace collsim
