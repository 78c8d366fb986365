#include <utility>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/prefix.hpp"

namespace collsim {
namespace {

/// Recursive doubling exscan: in round j, ranks at distance 2^j exchange the sums of the 2^j ranks that each has heard of;
/// what comes from lower ranks goes into the result, too, and is the result where it comes first.
///
/// Source:  MPICH and Open MPI (see Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005,
///          doi:10.1177/1094342005051521, for the exchange).
/// Assumes: nothing; any p. Combines in rank order.
/// Cost:    2n kappa - n gamma + ceil(lg p)(alpha + n beta + 2n gamma), exact for p = P: the last rank copies what comes first, and
///          combines twice in every other round.
void run(Comm& comm, const Exscan& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  if (p == 1) return;
  const Scratch one = comm.scratch(call.count, call.type);
  const Scratch other = comm.scratch(call.count, call.type);
  void* sum = one.data();
  void* landing = other.data();
  comm.copy(call.send == MPI_IN_PLACE ? call.recv : call.send, sum, call.count, call.type);
  bool is_first = true;
  for (int distance = 1; distance < p; distance *= 2) {
    const int partner = rank ^ distance;
    if (partner >= p) continue;
    comm.sendrecv(sum, call.count, partner, landing, call.count, partner, call.type);
    if (partner > rank) {
      comm.reduce_local(sum, landing, call.count, call.type, call.op);
      std::swap(sum, landing);
      continue;
    }
    if (std::exchange(is_first, false))
      comm.copy(landing, call.recv, call.count, call.type);
    else
      comm.reduce_local(landing, call.recv, call.count, call.type, call.op);
    comm.reduce_local(landing, sum, call.count, call.type, call.op);
  }
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {};
  const std::int64_t n = shape.bytes();
  Cost rounds = doubling_rounds_cost(shape);
  rounds.front().reduced = rounds.front().copied = n;
  Cost cost{{.copied = n}};
  cost += rounds;
  return cost;
}

const Registration<Exscan> recursive_doubling{
    {.name = "recursive_doubling",
     .source = "MPICH, Open MPI",
     .assumes = "nothing",
     .formula = "(p > 1 ? 2*n*kappa - n*gamma : 0) + (r > 0 ? k + 1 : k)*(alpha + n*beta + 2*n*gamma)",
     .cost = cost,
     .exact = doubling_rounds_exact,
     .same_bits = {.for_any_p = always}},
    run};

}  // namespace
}  // namespace collsim
