#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Reduce to rank 0, then broadcast: the protocol of MPICH before 2004, and of the Cray T3E.
///
/// Source:  Rabenseifner, ICCS 2004, doi:10.1007/978-3-540-24685-5_1, as the old protocol.
/// Assumes: nothing. Combines in rank order.
/// Cost:    reduce/binomial + bcast/binomial = n kappa + ceil(lg p)(2 alpha + 2n beta + n gamma).
void run(Comm& comm, const Allreduce& call, const Options&) {
  const bool in_place_elsewhere = call.send == MPI_IN_PLACE && comm.rank() != 0;
  const void* send = in_place_elsewhere ? call.recv : call.send;
  find<Reduce>("binomial").run(comm, {send, call.recv, call.count, call.type, call.op, 0}, {});
  find<Bcast>("binomial").run(comm, {call.recv, call.count, call.type, 0}, {});
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = describe(Reduce::collective, "binomial").cost(shape, {});
  cost += describe(Bcast::collective, "binomial").cost(shape, {});
  return cost;
}

const Registration<Allreduce> reduce_bcast{
    {.name = "reduce_bcast",
     .source = "Rabenseifner 2004",
     .assumes = "nothing",
     .formula = "n*kappa + (r > 0 ? k + 1 : k)*(2*alpha + 2*n*beta + n*gamma)",
     .cost = cost,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
