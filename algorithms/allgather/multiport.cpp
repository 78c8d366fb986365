#include "algorithms/patterns/multiport.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Bine allgather over several ports at once (multiport.hpp), the farthest ranks first: every block is cut into parts, which
/// travel in an order in which those that are sent together lie side by side, and go to their places at the end.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two.
/// Cost:    for m ports, n/(m p) kappa + lg p m alpha + (p-1)/p n beta + n/m kappa.
void run(Comm& comm, const Allgather& call, const Options& options) {
  const int p = comm.size();
  if (p == 1) return place_own_block(comm, call);
  const Multiport ports(p, 0, p * call.count, options, p);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const void* own = call.send == MPI_IN_PLACE ? block_of(comm, call, comm.rank()) : call.send;
  place_block(comm, ports, comm.rank(), {own, scratch.data()}, {call.count, call.type, false});
  run_phase(comm, ports, Phase::allgather, scratch.data(), call.type);
  permute_blocks(comm, ports, {scratch.data(), call.recv}, {call.count, call.type, true});
}

Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  return rounds_of_blocks(shape, options, Phase::allgather,
                          {.before = [](int) { return 1; }, .after = [p](int) { return p; }});
}

const Registration<Allgather> multiport{
    {.name = "multiport",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two",
     .formula = "(p > 1 ? (n/p + n)/2 : n)*kappa + 2*k*alpha + (p - 1)/p*n*beta",
     .options = multiport_options(),
     .concurrent = true,
     .cost = cost_of<rounds>,
     .exact = exact_of<rounds>,
     .unsupported = unless_multiport},
    run};

}  // namespace
}  // namespace collsim
