#pragma once

#include "algorithms/blocks.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/description.hpp"

namespace collsim {

/// Sends every block of `vector` once around the ring. Blocks are counted from the root: at the start, rank r
/// holds block r - root (mod p), in its place. Empty blocks are sent.
void allgather_ring(Comm& comm, void* vector, const Blocks& blocks, MPI_Datatype type, int root);

Cost allgather_ring_cost(const Shape& shape);

}  // namespace collsim
