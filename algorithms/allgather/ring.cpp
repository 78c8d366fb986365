#include "algorithms/patterns/ring.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Ring allgather: every block goes once around the ring.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any block sizes; empty blocks are sent.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta), n/p being the largest block.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const Places places = received(call, comm.size());
  place_own_block(comm, call, places[comm.rank()]);
  allgather_ring(comm, call.recv, places, call.type, 0);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{own_block_stage(shape)};
  cost += allgather_ring_cost(shape);
  return cost;
}

const Description about{.name = "ring",
                        .source = "Thakur, Rabenseifner and Gropp 2005",
                        .assumes = "nothing",
                        .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
                        .cost = cost};
const Registration<Allgather> ring{about, run};
const Registration<Allgatherv> ring_v{about, run};

}  // namespace
}  // namespace collsim
