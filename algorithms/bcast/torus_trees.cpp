#include "algorithms/patterns/torus_trees.hpp"

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Broadcast in segments down trees along the dimensions of a torus that share no link (torus_trees_facts.hpp).
///
/// Source:  Watts and van de Geijn 1995; Almasi et al. 2005; Adachi et al. 2013.
/// Assumes: ranks lie on the torus in row-major order; any p, any root. An empty vector is one empty message in each tree.
/// Cost:    of one tree on a ring (p-2+s)(alpha + n/s beta) for s segments, on a torus at most D times (h-1+s)(alpha +
///          n/s beta), h being the height. Where every link has a port of its own, (h-1+s)(alpha + n/(T s) beta) of T trees.
void run(Comm& comm, const Bcast& call, const Options& options) {
  if (comm.size() == 1) return;
  DownTorusTrees down(comm, TorusTrees(comm.size(), call.root, options),
                      TorusParts(call.count, comm.size_of(call.type), options), call.buffer, call.type);
  for (std::int64_t round = -1; round < down.rounds(); ++round) down.step(round);
}

Cost cost(const Shape& shape, const Options& options) {
  return torus_tree_cost(shape, options, false);
}

bool exact(const Shape& shape, const Options& options) {
  return torus_tree_is_exact(shape, options, false);
}

const Registration<Bcast> torus_trees{{.name = "torus_trees",
                                       .source = "Almasi et al. 2005",
                                       .assumes = "nothing",
                                       .formula = "(p - 1)*(alpha + n*beta)",
                                       .options = torus_trees_options(),
                                       .concurrent = true,
                                       .cost = cost,
                                       .costed = is_one_tree,
                                       .exact = exact,
                                       .unsupported = unless_trees_fit},
                                      run};

}  // namespace
}  // namespace collsim
