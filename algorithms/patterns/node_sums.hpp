#pragma once

#include "algorithms/call.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/nested.hpp"
#include "algorithms/patterns/node_parts.hpp"

namespace collsim {

/// What a sender does between nodes with its slice of each node's sum.
inline Between sums_between(const Shape& shape, const Nodes& nodes, int sender, int senders) {
  return {Allreduce::collective,
          {.processes = nodes.count(),
           .count = Blocks(shape.count, senders)[sender].count,
           .type_size = shape.type_size,
           .commutative = shape.commutative,
           .in_place = true}};
}

/// SameBits::on_all_ranks where those of a node have the same slices.
inline bool sums_agree(const Shape& shape, const Options& options) {
  const Nested& flat = nested(Allreduce::collective, options.text("inter"));
  return flat.about->same_bits.on_all_ranks(sums_between(shape, *nodes_of(shape), 0, 1).shape, flat.options);
}

}  // namespace collsim
