#include "algorithms/patterns/collective_network.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// All ranks give nothing to the network, and go on when it has heard of all.
///
/// Source:  MPICH's device for the Blue Gene/P, src/mpid/dcmfd/src/coll.
/// Assumes: all ranks of the world.
/// Cost:    tau.
void run(Comm& comm, const Barrier&, const Options&) {
  comm.traverse(nullptr, nullptr, 0, MPI_BYTE, MPI_OP_NULL);
}

const Registration<Barrier> collective_network{{.name = "collective_network",
                                                .source = collective_network_source,
                                                .assumes = "nothing",
                                                .formula = "tau",
                                                .needs_collective_network = true,
                                                .cost = traversal_cost},
                                               run};

}  // namespace
}  // namespace collsim
