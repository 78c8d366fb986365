#include "algorithms/patterns/multiport.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/swing.hpp"
#include "algorithms/patterns/torus.hpp"

namespace collsim {
namespace {

bool exchanges_whole(const Options& options) {
  return options.text("form") == "latency";
}

/// Swing allreduce on a torus over several ports at once (multiport.hpp), with whole parts of the vector, or with halves of
/// them and back.
///
/// Source:  De Sensi, Bonato, Saam and Hoefler, NSDI 2024, arXiv:2401.09356.
/// Assumes: the operator commutes, and p is a power of two.
/// Cost:    for m ports, latency: lg p (m alpha + n beta + n gamma); bandwidth: 2 lg p m alpha + (p-1)/p n (2 beta +
///          gamma). On one rank n kappa.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  const Multiport ports(comm.size(), 0, call.count, options);
  if (exchanges_whole(options)) return combine_phase(comm, ports, Phase::exchange, call);
  combine_phase(comm, ports, Phase::reduce_scatter, call);
  run_phase(comm, ports, Phase::allgather, call.recv, call.type);
}

Rounds rounds(const Shape& shape, const Options& options) {
  const Multiport ports(shape.processes, 0, shape.count, options);
  Rounds rounds(shape.processes);
  if (shape.processes == 1) rounds.copy([&](int) { return shape.in_place ? 0 : shape.bytes(); });
  add_rounds(rounds, ports, exchanges_whole(options) ? Phase::exchange : Phase::reduce_scatter,
             shape.type_size);
  if (!exchanges_whole(options)) add_rounds(rounds, ports, Phase::allgather, shape.type_size);
  return rounds;
}

std::string unsupported(const Shape& shape, const Options& options) {
  const std::string why = unless_multiport(shape, options);
  return why.empty() ? unless_combines_in_any_order(shape) : why;
}

bool same_on_all_ranks(const Shape& shape, const Options& options) {
  return form_gives_same_bits({Fold(shape.processes), torus_of(options, shape.processes)}, options);
}

const Registration<Allreduce> multiport{
    {.name = "multiport",
     .source = "De Sensi et al. 2024",
     .assumes = "p is a power of two, commutative operator",
     .formula = "(p > 1 ? 0 : n*kappa) + 4*k*alpha + (p - 1)/p*n*(2*beta + gamma)",
     .options = multiport_options(form_option()),
     .concurrent = true,
     .cost = cost_of<rounds>,
     .costed = parts_are_alike,
     .exact = exact_of<rounds>,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = same_on_all_ranks, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
