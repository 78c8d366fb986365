#pragma once

#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/patterns/node_slices.hpp"
#include "algorithms/patterns/node_tables.hpp"

namespace collsim {

/// The blocks of a call with a root in the segment of a node: on the root's those of all ranks, elsewhere those of the
/// node's own.
class RootedSlices {
 public:
  /// `blocks`: what the segment holds, by rank on the root's node, else by place.
  RootedSlices(const Node& node, int root, Places blocks, int senders)
      : node_(&node),
        whole_(node.nodes().node_of(root) == node.number()),
        slices_(whole_
                    ? node.shared_nodes()
                    : std::make_shared<const Nodes>(std::vector<int>(static_cast<std::size_t>(node.size()))),
                std::move(blocks), senders) {}
  RootedSlices(const RootedSlices&) = delete;
  RootedSlices& operator=(const RootedSlices&) = delete;

  bool with_root() const { return whole_; }
  bool equal() const { return slices_.blocks().equal().has_value(); }
  std::int64_t elements() const { return slices_.elements(); }
  Range of_sender(int sender) const { return slices_.of_sender(sender); }
  /// The slices of this node's ranks.
  Range of_own(int sender) const {
    return whole_ ? slices_.of_node(sender, node_->number()) : slices_.of_sender(sender);
  }
  /// The slices of each node's ranks; on the root's node.
  Places by_node(int sender) const { return slices_.by_node(sender); }
  /// Calls visit(in_block, in_segment) for a sender's slice of a rank's block, and where it begins.
  template <class Visit>
  void visit_slice(int sender, int rank, const Visit& visit) const {
    const int number = whole_ ? rank : node_->nodes().place_of(rank);
    const Range block = slices_.blocks()[static_cast<std::size_t>(number)];
    const Range slice = slices_.in_block(sender, number);
    visit(Range{slice.first - block.first, slice.count},
          slices_.first(sender, whole_ ? node_->nodes().position_of(rank) : number));
  }

 private:
  const Node* node_;
  bool whole_;
  NodeSlices slices_;
};

/// The blocks that the segment of this node holds, as RootedSlices wants them.
template <class Call>
Places held(Comm& comm, const Call& call) {
  const Node& node = comm.node();
  if constexpr (requires { call.blocks; })
    return blocks_of_node(comm, call.count, call.blocks, call.root);
  else
    return {call.count, node.nodes().node_of(call.root) == node.number() ? comm.size() : node.size()};
}

/// The description of a hierarchical call with a root.
template <class Equal, class Varied>
Description rooted_description() {
  return {.name = "hierarchical",
          .source = "Parsons and Pai 2014",
          .assumes = "nothing",
          .options = {inter_option("binomial", {Equal::collective, Varied::collective}), senders_option(),
                      levels_option()},
          .reads_messages = true,
          .knows_nodes = true,
          .unsupported = unsupported_of<sliced_between<Equal, Varied>>};
}

}  // namespace collsim
