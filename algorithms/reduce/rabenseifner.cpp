#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"

namespace collsim {
namespace {

/// Rabenseifner's reduce: a reduce-scatter by vector halving and distance doubling, then a binomial gather to
/// the root, back over the same distances.
///
/// Source:  Rabenseifner, ICCS 2004, doi:10.1007/978-3-540-24685-5_1.
/// Assumes: nothing; any p, any root. The ranks of a pair share the combines of the fold. Combines in rank
///          order; an operator that commutes is applied without copying the send vector first. Blocks differ
///          by at most one element; empty ones, where n has fewer elements than P, lie among the others (with
///          blocks=first behind them, as published) and are sent.
/// Cost:    2k alpha + q' n (2 beta + gamma), q' = (P-1)/P, and 2 alpha + n beta + n/2 gamma more where r >
/// 0.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const Fold fold(comm.size(), call.root);
  void* result = comm.rank() == call.root ? call.recv : nullptr;
  Reduction sum(comm, {call.send, result, call.count, call.type, call.op},
                lefts(fold, comm.rank(), fold.rounds()), Reduction::Start::borrows);
  fold_halves(comm, sum, call.count, call.type, fold);
  if (fold.folded(comm.rank())) return;
  reduce_scatter_halves(comm, sum, call.count, fold, {.scarce = scarce(options)});
  gather_halves(comm, sum.buffer(), call.count, call.type, fold, scarce(options));
}

/// An operator that does not commute makes some rank copy, even where the root is in place.
Cost cost(const Shape& shape, const Options& options) {
  const bool copies = shape.processes == 1 ? !shape.in_place : !shape.commutative;
  Cost cost{{.copied = copies ? shape.bytes() : 0}};
  cost += fold_halves_cost(shape);
  const Fold fold(shape.processes, shape.root);
  cost += reduce_scatter_halves_cost(shape, fold, {.scarce = scarce(options)});
  cost += gather_halves_cost(shape, fold, scarce(options));
  return cost;
}

/// Of elements that are spread, the largest messages of the rounds may come from ranks that no chain joins.
bool exact(const Shape& shape, const Options& options) {
  return shape.count >= Fold(shape.processes, shape.root).survivors() || scarce(options) == Scarce::first;
}

const Registration<Reduce> rabenseifner{{.name = "rabenseifner",
                                         .source = "Rabenseifner 2004",
                                         .assumes = "nothing",
                                         .formula = "(p > 1 ? 0 : n*kappa) + 2*k*alpha + (P - 1)/P*n*(2*beta "
                                                    "+ gamma) + (r > 0 ? 2*alpha + n*beta + n/2*gamma : 0)",
                                         .options = {scarce_option()},
                                         .cost = cost,
                                         .exact = exact,
                                         .same_bits = {.for_any_p = never}},
                                        run};

}  // namespace
}  // namespace collsim
