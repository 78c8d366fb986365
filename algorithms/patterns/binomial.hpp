#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/butterfly.hpp"

namespace collsim {

/// Reduces to virtual rank 0 in ceil(lg p) rounds: pairs fold, then virtual ranks combine that meet in the
/// rounds of the butterfly: in recursive doubling at distance 1, 2, 4, ... call.recv receives the result
/// there; elsewhere it is a place to accumulate in, or null. In another butterfly the operator must commute.
void reduce_tree(Comm& comm, const Allreduce& call, const Butterfly& butterfly);

/// Sends virtual rank 0's buffer to all, the rounds of reduce_tree backwards.
void broadcast_tree(Comm& comm, void* buffer, std::int64_t count, Datatype type, const Butterfly& butterfly);

/// The copy at the start of reduce_tree. In place, the root copies only if it swaps an odd number of times,
/// and the other inner ranks copy as always: on the critical path if there is one in the first round. (If the
/// root's is the only pair that folds, inner ranks copy meanwhile.)
Stage reduce_tree_copy_stage(const Shape& shape);
/// The messages and combines of these.
Cost reduce_tree_cost(const Shape& shape, const Butterfly& butterfly);
Cost broadcast_tree_cost(const Shape& shape, const Butterfly& butterfly);
/// The cost of the tree that recursive doubling has.
inline Cost reduce_tree_cost(const Shape& shape) {
  return reduce_tree_cost(shape, Fold(shape.processes, shape.root));
}
inline Cost broadcast_tree_cost(const Shape& shape) {
  return broadcast_tree_cost(shape, Fold(shape.processes, shape.root));
}

}  // namespace collsim
