#pragma once

#include "algorithms/comm.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {

/// Sends every block of `vector` once around the ring. Blocks are counted from the root: at the start, rank r
/// holds block r - root (mod p), in its place. Empty blocks are sent.
void allgather_ring(Comm& comm, void* vector, const Places& blocks, Datatype type, int root);

Cost allgather_ring_cost(const Shape& shape);

}  // namespace collsim
