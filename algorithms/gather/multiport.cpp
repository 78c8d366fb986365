#include "algorithms/patterns/multiport.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Bine tree gather over several ports at once (multiport.hpp), the farthest ranks first; the root puts the parts of the
/// blocks in order.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two; any root. Every rank copies its block, since it is a leaf of some trees only.
/// Cost:    for m ports, n/(m p) kappa + lg p m alpha + (p-1)/p n beta + n/m kappa.
void run(Comm& comm, const Gather& call, const Options& options) {
  const int p = comm.size();
  const Range own{call.root * call.count, call.count};
  if (p == 1) return place_own_block(comm, call, own);
  const Multiport ports(p, call.root, p * call.count, options, p);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const void* block =
      call.send == MPI_IN_PLACE ? element(call.recv, own.first, comm.extent(call.type)) : call.send;
  place_block(comm, ports, comm.rank(), {block, scratch.data()}, {call.count, call.type, false});
  run_phase(comm, ports, Phase::gather, scratch.data(), call.type);
  if (comm.rank() == call.root)
    permute_blocks(comm, ports, {scratch.data(), call.recv}, {call.count, call.type, true});
}

Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  return rounds_of_blocks(
      shape, options, Phase::gather,
      {.before = [](int) { return 1; }, .after = [&](int rank) { return rank == shape.root ? p : 0; }});
}

const Registration<Gather> multiport{
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
