#include "algorithms/patterns/torus_trees.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Allreduce in segments up trees along the dimensions of a torus that share no link, and down the same ones (torus_trees_facts.hpp):
/// a segment goes down as soon as it is up, so that both ways of a link are busy.
///
/// Source:  Watts and van de Geijn 1995; Almasi et al. 2005; Adachi et al. 2013.
/// Assumes: the operator commutes; ranks lie on the torus in row-major order; any p. An empty vector is two empty messages in each
///          tree and rank but the root.
/// Cost:    of one tree at most that of reduce/torus_trees and of bcast/torus_trees, one after the other. Where every link has a port of
///          its own, of T trees and s segments, (2h-1+s)(alpha + n/(T s) beta), h being the height, and the combines.
void run(Comm& comm, const Allreduce& call, const Options& options) {
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const TorusTrees trees(comm.size(), 0, options);
  const TorusParts parts(call.count, comm.size_of(call.type), options);
  UpTorusTrees up(comm, trees, parts, call);
  DownTorusTrees down(comm, trees, parts, call.recv, call.type);
  for (std::int64_t round = -1; round < trees.height() + down.rounds(); ++round) {
    up.step(round);
    down.step(round - trees.height());
  }
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  Cost cost = torus_tree_cost(shape, options, true);
  cost += torus_tree_cost(shape, options, false);
  return cost;
}

bool exact(const Shape& shape, const Options& options) {
  return torus_tree_is_exact(shape, options, true);
}

const Registration<Allreduce> torus_trees{
    {.name = "torus_trees",
     .source = "Almasi et al. 2005",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? (p - 1)*(2*alpha + 2*n*beta + n*gamma) : n*kappa)",
     .options = torus_trees_options(),
     .concurrent = true,
     .cost = cost,
     .costed = is_one_tree,
     .exact = exact,
     .unsupported = unless_trees_combine,
     .same_bits = {.on_all_ranks = always, .for_any_p = chain_gives_same_bits}},
    run};

}  // namespace
}  // namespace collsim
