#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/halving.hpp"

namespace collsim {
namespace {

/// Van de Geijn's broadcast for vectors of medium length: a scatter by vector halving and distance doubling,
/// then a recursive doubling allgather by the way back.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: p is a power of two; any root. Blocks differ by at most one element; empty ones are sent.
/// Cost:    2 lg p alpha + 2 (p-1)/p n beta.
void run(Comm& comm, const Bcast& call, const Options&) {
  const Fold fold(comm.size(), call.root);
  scatter_halves(comm, call.buffer, call.count, call.type, fold);
  allgather_halves(comm, call.buffer, call.count, call.type, fold);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = scatter_halves_cost(shape, Fold(shape.processes, shape.root));
  cost += allgather_halves_cost(shape);
  return cost;
}

const Registration<Bcast> scatter_recursive_doubling_allgather{
    {.name = "scatter_recursive_doubling_allgather",
     .source = "Thakur, Rabenseifner and Gropp 2005",
     .assumes = "p is a power of two",
     .formula = "2*k*alpha + 2*(p - 1)/p*n*beta",
     .cost = cost,
     .unsupported = unless_power_of_two},
    run};

}  // namespace
}  // namespace collsim
