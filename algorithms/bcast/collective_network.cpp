#include "algorithms/patterns/collective_network.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// The root gives its vector to the network, which copies it to all others.
///
/// Source:  MPICH's device for the Blue Gene/P, src/mpid/dcmfd/src/coll.
/// Assumes: all ranks of the world.
/// Cost:    tau + n theta.
void run(Comm& comm, const Bcast& call, const Options&) {
  const bool gives = comm.rank() == call.root;
  comm.traverse(gives ? call.buffer : nullptr, gives ? nullptr : call.buffer, call.count, call.type,
                MPI_OP_NULL);
}

const Registration<Bcast> collective_network{{.name = "collective_network",
                                              .source = collective_network_source,
                                              .assumes = "nothing",
                                              .formula = "n > 0 ? tau + n*theta : 0",
                                              .needs_collective_network = true,
                                              .cost = traversal_cost},
                                             run};

}  // namespace
}  // namespace collsim
