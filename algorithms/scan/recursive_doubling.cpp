#include <utility>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/prefix.hpp"

namespace collsim {
namespace {

/// Recursive doubling scan: in round j, ranks at distance 2^j exchange the sums of the 2^j ranks that each has heard of;
/// what comes from lower ranks goes into the result, too.
///
/// Source:  MPICH and Open MPI (see Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005,
///          doi:10.1177/1094342005051521, for the exchange).
/// Assumes: nothing; any p. Combines in rank order.
/// Cost:    2n kappa + ceil(lg p)(alpha + n beta + 2n gamma), exact for p = P: the last rank combines twice in every
///          round; in place n kappa less.
void run(Comm& comm, const Scan& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
  if (p == 1) return;
  const Scratch one = comm.scratch(call.count, call.type);
  const Scratch other = comm.scratch(call.count, call.type);
  void* sum = one.data();
  void* landing = other.data();
  comm.copy(call.recv, sum, call.count, call.type);
  for (int distance = 1; distance < p; distance *= 2) {
    const int partner = rank ^ distance;
    if (partner >= p) continue;
    comm.sendrecv(sum, call.count, partner, landing, call.count, partner, call.type);
    if (partner < rank) {
      comm.reduce_local(landing, call.recv, call.count, call.type, call.op);
      comm.reduce_local(landing, sum, call.count, call.type, call.op);
    } else {
      comm.reduce_local(sum, landing, call.count, call.type, call.op);
      std::swap(sum, landing);
    }
  }
}

Cost cost(const Shape& shape, const Options&) {
  const int p = shape.processes;
  Cost cost{{.copied = (p > 1 ? 2 : 1) * shape.bytes() - (shape.in_place ? shape.bytes() : 0)}};
  cost += doubling_rounds_cost(shape);
  return cost;
}

const Registration<Scan> recursive_doubling{
    {.name = "recursive_doubling",
     .source = "MPICH, Open MPI",
     .assumes = "nothing",
     .formula = "(p > 1 ? 2 : 1)*n*kappa + (r > 0 ? k + 1 : k)*(alpha + n*beta + 2*n*gamma)",
     .cost = cost,
     .exact = doubling_rounds_exact,
     .same_bits = {.for_any_p = always}},
    run};

}  // namespace
}  // namespace collsim
