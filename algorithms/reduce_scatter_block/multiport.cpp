#include "algorithms/patterns/multiport.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

bool replaces(const Options& options) {
  return options.text("sent") == "replaced";
}

/// Bine reduce-scatter over several ports at once (multiport.hpp), the nearest ranks first: every block is cut into parts,
/// which are first put in an order in which those that are sent together lie side by side.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: the operator commutes, and p is a power of two. With `sent=replaced` what arrives takes the place of what is sent,
///          which MPI_Sendrecv_replace copies aside.
/// Cost:    for m ports, n/m kappa + lg p m alpha + (p-1)/p n (beta + gamma) + n/(m p) kappa; replaced, (p-1)/p n/m kappa more.
void run(Comm& comm, const ReduceScatterBlock& call, const Options& options) {
  const int p = comm.size();
  const Scattered own(comm, call);
  if (p == 1) return own.keep(own.block(0));
  const Multiport ports(p, 0, p * call.count, options, p);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  permute_blocks(comm, ports, {own.block(0), scratch.data()}, {call.count, call.type, false});
  combine_phase(comm, ports, Phase::reduce_scatter,
                {MPI_IN_PLACE, scratch.data(), p * call.count, call.type, call.op}, replaces(options));
  place_block(comm, ports, comm.rank(), {scratch.data(), call.recv}, {call.count, call.type, true});
}

Rounds rounds(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  return rounds_of_blocks(shape, options, Phase::reduce_scatter,
                          {.before = [p](int) { return p; }, .after = [](int) { return 1; }},
                          replaces(options));
}

const Registration<ReduceScatterBlock> multiport{
    {.name = "multiport",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two, commutative operator",
     .formula = "(p > 1 ? (n/p + n)/2 : n)*kappa + 2*k*alpha + (p - 1)/p*n*(beta + gamma)",
     .options =
         multiport_options({"sent",
                            "kept",
                            "what a rank sends: is kept, or replaced by what arrives and copied before",
                            {"kept", "replaced"}}),
     .concurrent = true,
     .cost = cost_of<rounds>,
     .exact = exact_of<rounds>,
     .unsupported = unless_commutative_and<unless_multiport>,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
