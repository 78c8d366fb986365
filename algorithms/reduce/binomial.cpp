#include "algorithms/binomial.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/reduction.hpp"

namespace collsim {
namespace {

/// Binomial tree reduce, relabelled by xor so that the order of the combines does not depend on the root.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any root. Combines in rank order.
/// Cost:    n kappa + ceil(lg p)(alpha + n beta + n gamma). Leaves send what they were given without a copy.
void run(Comm& comm, const Reduce& call, const Options&) {
  void* result = comm.rank() == call.root ? call.recv : nullptr;
  reduce_tree(comm, {call.send, result, call.count, call.type, call.op}, Fold(comm.size(), call.root));
}

/// Is there a copy on the critical path? In place, the root copies only if it swaps an odd number of times,
/// and the other inner ranks copy as always: on the critical path if there is one in the first round. (If the
/// root's is the only pair that folds, inner ranks copy meanwhile.)
bool copies(const Shape& shape) {
  if (!shape.in_place) return true;
  const Fold fold(shape.processes, shape.root);
  if (!shape.commutative && lefts(fold, shape.root, fold.rounds()) % 2 != 0) return true;
  if (!fold.folds()) return shape.processes >= 4;
  return fold.pairs() > (fold.partner(shape.root) >= 0 ? 1 : 0);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{{.copied = copies(shape) ? shape.bytes() : 0}};
  const Cost tree = reduce_tree_cost(shape);
  cost.insert(cost.end(), tree.begin(), tree.end());
  return cost;
}

const Registration<Reduce> binomial{{.name = "binomial",
                                     .source = "Thakur, Rabenseifner and Gropp 2005",
                                     .assumes = "nothing",
                                     .formula = "n*kappa + (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma)",
                                     .cost = cost},
                                    run};

}  // namespace
}  // namespace collsim
