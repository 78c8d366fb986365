#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/knomial.hpp"

namespace collsim {
namespace {

/// The tree of both phases.
std::string tree(const Options& options) {
  return options.integer("radix") == 2 ? "binomial" : "knomial";
}

/// Reduce to rank 0, then broadcast: the protocol of MPICH before 2004, and of the Cray T3E. With a radix that no number
/// of ranks exceeds, rank 0 serves all the others, as in Open MPI's basic linear allreduce.
///
/// Source:  Rabenseifner, ICCS 2004, doi:10.1007/978-3-540-24685-5_1, as the old protocol.
/// Assumes: nothing. Combines in rank order.
/// Cost:    reduce/binomial + bcast/binomial = n kappa + ceil(lg p)(2 alpha + 2n beta + n gamma); with a larger radix
///          that of both knomial.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const bool in_place_elsewhere = call.send == MPI_IN_PLACE && comm.rank() != 0;
  const void* send = in_place_elsewhere ? call.recv : call.send;
  find<Reduce>(tree(options)).run(comm, {send, call.recv, call.count, call.type, call.op, 0}, options);
  find<Bcast>(tree(options)).run(comm, {call.recv, call.count, call.type, 0}, options);
}

Cost cost(const Shape& shape, const Options& options) {
  Cost cost = describe(Reduce::collective, tree(options)).cost(shape, options);
  cost += describe(Bcast::collective, tree(options)).cost(shape, options);
  return cost;
}

/// Binomial trees fold the ranks beyond a power of two first; the others count them from rank 0.
bool counts_from_rank_0(const Shape&, const Options& options) {
  return tree(options) == "knomial";
}

const Registration<Allreduce> reduce_bcast{
    {.name = "reduce_bcast",
     .source = "Rabenseifner 2004",
     .assumes = "nothing",
     .formula = "n*kappa + (r > 0 ? k + 1 : k)*(2*alpha + 2*n*beta + n*gamma)",
     .options = {Knomial::radix()},
     .cost = cost,
     .same_bits = {.on_all_ranks = always, .for_any_p = counts_from_rank_0}},
    run};

}  // namespace
}  // namespace collsim
