#include "algorithms/patterns/collective_network.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Every rank gives its vector to the network, which combines on the way and gives all the result.
///
/// Source:  MPICH's device for the Blue Gene/P, src/mpid/dcmfd/src/coll.
/// Assumes: commutative operator; all ranks of the world.
/// Cost:    tau + n theta.
void run(Comm& comm, const Allreduce& call, const Options&) {
  const void* own = call.send == MPI_IN_PLACE ? call.recv : call.send;
  comm.traverse(own, call.recv, call.count, call.type, call.op);
}

const Registration<Allreduce> collective_network{{.name = "collective_network",
                                                  .source = collective_network_source,
                                                  .assumes = "commutative operator",
                                                  .formula = "n > 0 ? tau + n*theta : 0",
                                                  .needs_collective_network = true,
                                                  .cost = traversal_cost,
                                                  .unsupported = refuse_ordered,
                                                  .same_bits = {.on_all_ranks = always, .for_any_p = always}},
                                                 run};

}  // namespace
}  // namespace collsim
