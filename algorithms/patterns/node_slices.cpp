#include "algorithms/patterns/node_slices.hpp"

#include <utility>

namespace collsim {

NodeSlices::NodeSlices(const Nodes& nodes, Places blocks, int senders)
    : nodes_(&nodes), blocks_(std::move(blocks)), senders_(senders) {
  if (blocks_.equal()) return;
  std::int64_t next = 0;
  for (int sender = 0; sender < senders; ++sender)
    for (int position = 0; position < nodes.ranks(); ++position) {
      table_.push_back(next);
      next += in_block(sender, nodes.rank_at(position)).count;
    }
  table_.push_back(next);
}

std::int64_t NodeSlices::first(int sender, int position) const {
  const std::int64_t ranks = nodes_->ranks();
  if (!table_.empty()) return table_[static_cast<std::size_t>(sender * ranks + position)];
  const std::int64_t block = blocks_.equal().value_or(0);
  const Blocks slices(block, senders_);
  const Range slice = sender == senders_ ? Range{block, 0} : slices[sender];
  return ranks * slice.first + position * slice.count;
}

Range NodeSlices::in_block(int sender, int rank) const {
  const Range block = blocks_[static_cast<std::size_t>(rank)];
  const Range slice = Blocks(block.count, senders_)[sender];
  return {block.first + slice.first, slice.count};
}

}  // namespace collsim
