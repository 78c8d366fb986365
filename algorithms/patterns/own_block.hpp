#pragma once

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// Where block `index` of the result lies.
inline void* block_of(Comm& comm, const Allgather& call, std::int64_t index) {
  return element(call.recv, index * call.count, comm.extent(call.type));
}

/// Copies this rank's block to its place in the result, unless it lies there already.
inline void place_own_block(Comm& comm, const Allgather& call) {
  if (call.send != mpi_in_place)
    comm.copy(call.send, block_of(comm, call, comm.rank()), call.count, call.type);
}

/// Copies this rank's block to a given place in the result, unless it lies there already.
template <class Call>
void place_own_block(Comm& comm, const Call& call, const Range& place) {
  if (call.send == mpi_in_place) return;
  comm.copy(call.send, element(call.recv, place.first, comm.extent(call.type)), place.count, call.type);
}

/// The largest block is on the critical path.
inline Stage own_block_stage(const Shape& shape) {
  return {.copied = shape.in_place ? 0 : blocks(shape).most() * shape.type_size};
}

}  // namespace collsim
