#pragma once

#include <vector>

#include "algorithms/call.hpp"
#include "algorithms/comm.hpp"
#include "algorithms/facts/places.hpp"

namespace collsim {

/// The places of the blocks in the call's receive buffer.
inline Places received(const Allgather& call, int processes) {
  return {call.count, processes};
}
inline Places received(const Allgatherv& call, int) {
  return call.blocks;
}
inline Places received(const Alltoall& call, int processes) {
  return {call.count, processes};
}
inline Places received(const Alltoallv& call, int) {
  return call.recv_blocks;
}
/// The places of the blocks in the root's receive buffer.
inline Places received(const Gather& call, int processes) {
  return {call.count, processes};
}
inline Places received(const Gatherv& call, int) {
  return call.blocks;
}

/// The places of the blocks in the call's send buffer; in place, where there is none, of the receive buffer.
inline Places sent(const Alltoall& call, int processes) {
  return {call.count, processes};
}
inline Places sent(const Alltoallv& call, int) {
  return call.send == mpi_in_place ? call.recv_blocks : call.send_blocks;
}
inline Places sent(const ReduceScatterBlock& call, int processes) {
  return {call.count, processes};
}
inline Places sent(const ReduceScatter& call, int) {
  return call.blocks;
}
/// The places of the blocks in the root's send buffer.
inline Places sent(const Scatter& call, int processes) {
  return {call.count, processes};
}
inline Places sent(const Scatterv& call, int) {
  return call.blocks;
}

/// The counts as MPI takes them.
inline std::vector<int> mpi_counts(const Places& places) {
  std::vector<int> all;
  for (const Range& block : places) all.push_back(mpi_count(block.count));
  return all;
}
inline std::vector<int> mpi_displacements(const Places& places) {
  std::vector<int> all;
  for (const Range& block : places) all.push_back(mpi_count(block.first));
  return all;
}

}  // namespace collsim
