#include "algorithms/patterns/multiport.hpp"

#include <optional>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// Bine reduce by halves over several ports at once (multiport.hpp): every part is reduce-scattered along a butterfly of its own,
/// the nearest ranks first, and gathered to the root by the way back.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: the operator commutes, and p is a power of two; any root.
/// Cost:    for m ports, 2 lg p m alpha + (p-1)/p n (2 beta + gamma). On one rank n kappa.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const Multiport ports(comm.size(), call.root, call.count, options);
  std::optional<Scratch> scratch;
  if (comm.rank() != call.root) scratch.emplace(comm.transport(), comm.room(call.count, call.type));
  void* const sum = scratch ? scratch->data() : call.recv;
  combine_phase(comm, ports, Phase::reduce_scatter, {call.send, sum, call.count, call.type, call.op});
  run_phase(comm, ports, Phase::gather, sum, call.type);
}

Rounds rounds(const Shape& shape, const Options& options) {
  const Multiport ports(shape.processes, shape.root, shape.count, options);
  Rounds rounds(shape.processes);
  if (shape.processes == 1) rounds.copy([&](int) { return shape.in_place ? 0 : shape.bytes(); });
  add_rounds(rounds, ports, Phase::reduce_scatter, shape.type_size);
  add_rounds(rounds, ports, Phase::gather, shape.type_size);
  return rounds;
}

const Registration<Reduce> multiport{
    {.name = "multiport",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two, commutative operator",
     .formula = "(p > 1 ? 0 : n*kappa) + 4*k*alpha + (p - 1)/p*n*(2*beta + gamma)",
     .options = multiport_options(),
     .concurrent = true,
     .cost = cost_of<rounds>,
     .costed = parts_are_alike,
     .exact = exact_of<rounds>,
     .unsupported = unless_commutative_and<unless_multiport>,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
