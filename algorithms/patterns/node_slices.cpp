#include "algorithms/patterns/node_slices.hpp"

#include <utility>

namespace collsim {

NodeSlices::NodeSlices(std::shared_ptr<const Nodes> nodes, Places blocks, int senders)
    : nodes_(std::move(nodes)), blocks_(std::move(blocks)), senders_(senders) {
  if (blocks_.equal()) return;
  std::shared_ptr<const SliceTable>& made = blocks_.slices()[{nodes_, senders}];
  if (!made) made = std::make_shared<const SliceTable>(table());
  table_ = made;
}

SliceTable NodeSlices::table() const {
  SliceTable table;
  std::int64_t next = 0;
  for (int sender = 0; sender < senders_; ++sender) {
    const std::int64_t begin = next;
    std::vector<Range> by_node;
    for (int node = 0; node < nodes_->count(); ++node) {
      const std::int64_t first = next;
      for (int place = 0; place < nodes_->size(node); ++place) {
        table.first.push_back(next);
        next += in_block(sender, nodes_->rank(node, place)).count;
      }
      by_node.push_back({first - begin, next - first});
    }
    table.by_node.emplace_back(std::move(by_node));
  }
  table.first.push_back(next);
  return table;
}

std::int64_t NodeSlices::first(int sender, int position) const {
  const std::int64_t ranks = nodes_->ranks();
  if (table_) return table_->first[static_cast<std::size_t>(sender * ranks + position)];
  const std::int64_t block = blocks_.equal().value_or(0);
  const Blocks slices(block, senders_);
  const Range slice = sender == senders_ ? Range{block, 0} : slices[sender];
  return ranks * slice.first + position * slice.count;
}

Places NodeSlices::by_node(int sender) const {
  if (table_) return table_->by_node[static_cast<std::size_t>(sender)];
  const std::int64_t begin = of_sender(sender).first;
  std::vector<Range> all;
  for (int node = 0; node < nodes_->count(); ++node) {
    const Range slices = of_node(sender, node);
    all.push_back({slices.first - begin, slices.count});
  }
  return all;
}

Range NodeSlices::in_block(int sender, int rank) const {
  const Range block = blocks_[static_cast<std::size_t>(rank)];
  const Range slice = Blocks(block.count, senders_)[sender];
  return {block.first + slice.first, slice.count};
}

}  // namespace collsim
