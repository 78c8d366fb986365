#include "algorithms/patterns/collective_network.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// One rank after the other broadcasts its block over the network. MPICH does so with blocks of more than 65,536
/// elements; it takes smaller ones together, in one reduction of vectors that hold zeros but for the own block.
///
/// Source:  MPICH's device for the Blue Gene/P, src/mpid/dcmfd/src/coll.
/// Assumes: all ranks of the world.
/// Cost:    m_i kappa + p tau + n theta, of the largest block.
void run(Comm& comm, const Allgatherv& call, const Options&) {
  const MPI_Aint extent = Comm::extent(call.type);
  const auto own = static_cast<std::size_t>(comm.rank());
  place_own_block(comm, call, {call.displacements[own], call.counts[own]});
  for (int root = 0; root < comm.size(); ++root) {
    const auto index = static_cast<std::size_t>(root);
    void* const place = element(call.recv, call.displacements[index], extent);
    const bool gives = root == comm.rank();
    comm.traverse(gives ? place : nullptr, gives ? nullptr : place, call.counts[index], call.type,
                  MPI_OP_NULL);
  }
}

Cost cost(const Shape& shape, const Options&) {
  return {own_block_stage(shape), traversal(shape.bytes(), shape.processes)};
}

const Registration<Allgatherv> collective_network{{.name = "collective_network",
                                                   .source = collective_network_source,
                                                   .assumes = "nothing",
                                                   .formula = "n/p*kappa + p*tau + n*theta",
                                                   .needs_collective_network = true,
                                                   .cost = cost},
                                                  run};

}  // namespace
}  // namespace collsim
