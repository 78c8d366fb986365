#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/description.hpp"
#include "algorithms/fold.hpp"

namespace collsim {

/// Reduces to virtual rank 0 in ceil(lg p) rounds: pairs fold, then virtual ranks combine at distance 1, 2,
/// 4, ... call.recv receives the result there; elsewhere it is a place to accumulate in, or null.
void reduce_tree(Comm& comm, const Allreduce& call, const Fold& fold);

/// Sends virtual rank 0's buffer to all, the rounds of reduce_tree backwards.
void broadcast_tree(Comm& comm, void* buffer, std::int64_t count, MPI_Datatype type, const Fold& fold);

/// The messages and combines of these, without the copy at the start.
Cost reduce_tree_cost(const Shape& shape);
Cost broadcast_tree_cost(const Shape& shape);

}  // namespace collsim
