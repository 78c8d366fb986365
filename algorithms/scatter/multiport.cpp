#include "algorithms/patterns/multiport.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Bine tree scatter over several ports at once (multiport.hpp), the nearest ranks first: the root cuts every block into parts
/// and puts these in an order in which those that travel together lie side by side.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two; any root.
/// Cost:    for m ports, n/m kappa + lg p m alpha + (p-1)/p n beta + n/(m p) kappa.
void run(Comm& comm, const Scatter& call, const Options& options) {
  const int p = comm.size();
  const Multiport ports(p, call.root, p * call.count, options, p);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  if (comm.rank() == call.root && p > 1)
    permute_blocks(comm, ports, {call.send, scratch.data()}, {call.count, call.type, false});
  run_phase(comm, ports, Phase::scatter, scratch.data(), call.type);
  if (call.recv == MPI_IN_PLACE) return;
  if (p == 1) return comm.copy(call.send, call.recv, call.count, call.type);
  place_block(comm, ports, comm.rank(), {scratch.data(), call.recv}, {call.count, call.type, true});
}

Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  return rounds_of_blocks(shape, options, Phase::scatter,
                          {.before = [&](int rank) { return rank == shape.root ? p : 0; },
                           .after = [&](int rank) { return rank == shape.root && shape.in_place ? 0 : 1; }});
}

const Registration<Scatter> multiport{
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
