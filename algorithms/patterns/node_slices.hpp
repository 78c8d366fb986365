#pragma once

#include <memory>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/nodes.hpp"
#include "algorithms/patterns/node_parts.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// What each sender needs: where the slices of all ranks begin, by position, and their sums by node; for all who share the
/// blocks.
struct SliceTable {
  std::vector<std::int64_t> first;  ///< at the end, where the last one ends
  std::vector<Places> by_node;      ///< one behind the other
};

/// Where the blocks of all ranks lie in a node's segment: each is cut into a slice for every sender, and a sender's slices
/// lie together, in node order.
class NodeSlices {
 public:
  /// `blocks`: by rank; where they lie elsewhere does not matter.
  NodeSlices(std::shared_ptr<const Nodes> nodes, Places blocks, int senders);

  std::int64_t elements() const { return first(senders_, 0); }
  /// Where the slice of the rank at a position of node order begins.
  std::int64_t first(int sender, int position) const;
  Range of_sender(int sender) const { return slices_between(sender, 0, nodes_->ranks()); }
  /// The slices of a node's ranks.
  Range of_node(int sender, int node) const {
    return slices_between(sender, nodes_->first(node), nodes_->first(node + 1));
  }
  /// The slices of each node's ranks, where those of a sender begin at 0.
  Places by_node(int sender) const;
  /// Calls visit(in_buffer, in_segment) for a sender's slices in node order: where each lies in a buffer of blocks, and
  /// where it begins in the segment.
  template <class Visit>
  void each(int sender, const Visit& visit) const {
    for (int position = 0; position < nodes_->ranks(); ++position)
      visit(in_block(sender, nodes_->rank_at(position)), first(sender, position));
  }
  /// A sender's slice of a rank's block, where the rank's blocks lie.
  Range in_block(int sender, int rank) const;
  const Places& blocks() const { return blocks_; }

 private:
  Range slices_between(int sender, int begin, int end) const {
    return {first(sender, begin), first(sender, end) - first(sender, begin)};
  }

  SliceTable table() const;

  std::shared_ptr<const Nodes> nodes_;
  Places blocks_;
  int senders_;
  std::shared_ptr<const SliceTable> table_;  ///< null: blocks are equal
};

/// What a sender does between nodes with its slices of blocks: an equal call where each node has as many ranks, and all
/// ranks have equal blocks.
template <class Equal, class Varied>
Between sliced_between(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  const bool equal = shape.counts.empty();
  const NodeSlices slices(std::make_shared<const Nodes>(nodes),
                          equal ? Places(shape.count / shape.processes, shape.processes) : blocks(shape),
                          senders);
  Shape part{.processes = nodes.count(),
             .count = slices.of_sender(sender).count,
             .type_size = shape.type_size,
             .root = nodes.node_of(shape.root),
             .commutative = shape.commutative,
             .in_place = true};
  if (equal && nodes.even()) return {Equal::collective, part};
  part.counts = mpi_counts(slices.by_node(sender));
  return {Varied::collective, part};
}

}  // namespace collsim
