#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/patterns/node_tables.hpp"

namespace collsim {

/// The sizes of all blocks that ranks of a node send, or receive: of a rank's table, the element of the other rank.
class BlockSizes {
 public:
  /// `first`: where in each rank's table, of two elements a rank, they begin.
  BlockSizes(const Node& node, const std::vector<std::int64_t>& tables, int first)
      : node_(&node), tables_(&tables), first_(first) {}

  std::int64_t block_size(int place, int other) const {
    const int ranks = node_->nodes().ranks();
    return (*tables_)[static_cast<std::size_t>((2 * place + first_) * std::int64_t{ranks} + other)];
  }
  /// What a rank here exchanges with all ranks of a node in some places.
  std::int64_t with(int place, int number, const Range& places) const {
    std::int64_t sum = 0;
    for (std::int64_t other = places.first; other < places.first + places.count; ++other)
      sum += block_size(place, node_->nodes().rank(number, static_cast<int>(other)));
    return sum;
  }

 private:
  const Node* node_;
  const std::vector<std::int64_t>* tables_;
  int first_;
};

/// What a rank of an alltoallv knows of its node's blocks: all sizes.
struct ExchangedSizes {
  ExchangedSizes(Comm& comm, const Alltoallv& call)
      : from(sent(call, comm.size())),
        to(received(call, comm.size())),
        all(tables_of_node(comm, own_table(from, to))),
        out(comm.node(), all, 0),
        in(comm.node(), all, 1) {}

  std::int64_t elements() const {
    std::int64_t sum = 0;
    for (const std::int64_t count : all) sum += count;
    return sum;
  }

  static std::vector<std::int64_t> own_table(const Places& sent, const Places& received) {
    std::vector<std::int64_t> table;
    for (const Places* each : {&sent, &received})
      for (const Range& block : *each) table.push_back(block.count);
    return table;
  }

  Places from, to;  ///< where this rank's blocks lie
  std::vector<std::int64_t> all;
  BlockSizes out, in;
};

}  // namespace collsim
