#include "algorithms/ring.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/own_block.hpp"

namespace collsim {
namespace {

/// Ring allgather: every block goes once around the ring.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta).
void run(Comm& comm, const Allgather& call, const Options&) {
  place_own_block(comm, call);
  const Blocks blocks(std::int64_t{call.count} * comm.size(), comm.size());
  allgather_ring(comm, call.recv, blocks, call.type, 0);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{own_block_stage(shape)};
  const Cost ring = allgather_ring_cost(shape);
  cost.insert(cost.end(), ring.begin(), ring.end());
  return cost;
}

const Registration<Allgather> ring{{.name = "ring",
                                    .source = "Thakur, Rabenseifner and Gropp 2005",
                                    .assumes = "nothing",
                                    .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
                                    .cost = cost},
                                   run};

}  // namespace
}  // namespace collsim
