#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// What only each rank of a node knows of its call goes among them by messages: a segment holds nothing in *time* mode.

/// The tables of all ranks of this node, one behind the other by place; all are as long as this rank's.
std::vector<std::int64_t> tables_of_node(Comm& comm, std::span<const std::int64_t> own);

/// The sizes of blocks, one behind the other: on the root's node those of all ranks, by rank, as `all` are on the root;
/// elsewhere those of the node's ranks, by place, of which each has `own` elements.
Places blocks_of_node(Comm& comm, std::int64_t own, const Places& all, int root);

}  // namespace collsim
