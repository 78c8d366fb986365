#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/ring.hpp"
#include "algorithms/patterns/subtree.hpp"

namespace collsim {
namespace {

/// Van de Geijn's broadcast for long vectors: a binomial scatter, then a ring allgather.
///
/// Source:  Barnett et al., Interprocessor Collective Communication Library, SHPCC 1994; Thakur,
///          Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any root. Blocks differ by at most one element; empty ones are sent.
/// Cost:    (ceil(lg p) + p-1) alpha + 2 (p-1)/p n beta, n/p being the largest block in the ring.
void run(Comm& comm, const Bcast& call, const Options&) {
  const Blocks blocks(call.count, comm.size());
  scatter_tree(comm, call.buffer, blocks, call.type, call.root);
  allgather_ring(comm, call.buffer, places(blocks, comm.size()), call.type, call.root);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = subtree_cost(shape);
  std::reverse(cost.begin(), cost.end());
  cost += allgather_ring_cost(shape);
  return cost;
}

const Registration<Bcast> scatter_ring_allgather{
    {.name = "scatter_ring_allgather",
     .source = "Barnett et al. 1994; Thakur, Rabenseifner and Gropp 2005",
     .assumes = "nothing",
     .formula = "((r > 0 ? k + 1 : k) + p - 1)*alpha + 2*(p - 1)/p*n*beta",
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
