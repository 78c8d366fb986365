#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/butterfly_allreduce.hpp"

namespace collsim {
namespace {

/// Recursive doubling (butterfly) allreduce: in round j, virtual ranks at distance 2^j exchange whole vectors
/// and combine.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, r = p - P ranks fold first and receive the result last. Combines in rank order.
/// Cost:    n kappa + k (alpha + n beta + n gamma), and 2 alpha + 2n beta + n gamma more where r > 0.
void run(Comm& comm, const Allreduce& call, const Options&) {
  allreduce_by_doubling(comm, call, Fold(comm.size()));
}

Cost cost(const Shape& shape, const Options&) {
  return allreduce_by_doubling_cost(shape, Fold(shape.processes));
}

const Registration<Allreduce> recursive_doubling{
    {.name = "recursive_doubling",
     .source = "Thakur, Rabenseifner and Gropp 2005",
     .assumes = "nothing",
     .formula = "n*kappa + k*(alpha + n*beta + n*gamma) + (r > 0 ? 2*alpha + 2*n*beta + n*gamma : 0)",
     .cost = cost,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
