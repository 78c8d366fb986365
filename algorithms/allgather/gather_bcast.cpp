#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Gather to rank 0, then broadcast.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, as the simplest way.
/// Assumes: nothing; any p.
/// Cost:    gather/binomial + bcast/binomial.
void run(Comm& comm, const Allgather& call, const Options&) {
  const bool in_place_elsewhere = call.send == MPI_IN_PLACE && comm.rank() != 0;
  const void* send = in_place_elsewhere ? block_of(comm, call, comm.rank()) : call.send;
  find<Gather>("binomial").run(comm, {send, call.recv, call.count, call.type, 0}, {});
  find<Bcast>("binomial").run(comm, {call.recv, call.count * comm.size(), call.type, 0}, {});
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = describe(Gather::collective, "binomial").cost(shape, {});
  cost += describe(Bcast::collective, "binomial").cost(shape, {});
  return cost;
}

const Registration<Allgather> gather_bcast{
    {.name = "gather_bcast",
     .source = "Thakur, Rabenseifner and Gropp 2005",
     .assumes = "nothing",
     .formula = "n/p*kappa + (r > 0 ? k + 1 : k)*(2*alpha + n*beta) + (p - 1)/p*n*beta",
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
