#include "algorithms/patterns/torus_trees.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Reduce in segments up trees along the dimensions of a torus that share no link (torus_trees_facts.hpp). A rank combines what its
/// children send with its own, and passes it on.
///
/// Source:  Watts and van de Geijn 1995; Almasi et al. 2005; Adachi et al. 2013.
/// Assumes: the operator commutes; ranks lie on the torus in row-major order; any p, any root. An empty vector is one empty
///          message in each tree.
/// Cost:    of one tree on a ring at most (p-2+s)(alpha + n/s beta + n/s gamma) for s segments, on a torus at most D times
///          (h-1+s)(alpha + n/s beta + n/s gamma), h being the height.
void run(Comm& comm, const Reduce& call, const Options& options) {
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  UpTorusTrees up(comm, TorusTrees(comm.size(), call.root, options),
                  TorusParts(call.count, comm.size_of(call.type), options),
                  {call.send, call.recv, call.count, call.type, call.op});
  for (std::int64_t round = -1; round < up.rounds(); ++round) up.step(round);
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  return torus_tree_cost(shape, options, true);
}

bool exact(const Shape& shape, const Options& options) {
  return torus_tree_is_exact(shape, options, true);
}

const Registration<Reduce> torus_trees{{.name = "torus_trees",
                                        .source = "Almasi et al. 2005",
                                        .assumes = "commutative operator",
                                        .formula = "(p > 1 ? (p - 1)*(alpha + n*beta + n*gamma) : n*kappa)",
                                        .options = torus_trees_options(),
                                        .concurrent = true,
                                        .cost = cost,
                                        .costed = is_one_tree,
                                        .exact = exact,
                                        .unsupported = unless_trees_combine,
                                        .same_bits = {.for_any_p = chain_gives_same_bits}},
                                       run};

}  // namespace
}  // namespace collsim
