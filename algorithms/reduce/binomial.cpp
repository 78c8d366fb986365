#include "algorithms/patterns/binomial.hpp"

#include "algorithms/algorithm.hpp"

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

Cost cost(const Shape& shape, const Options&) {
  Cost cost{reduce_tree_copy_stage(shape)};
  cost += reduce_tree_cost(shape);
  return cost;
}

const Registration<Reduce> binomial{{.name = "binomial",
                                     .source = "Thakur, Rabenseifner and Gropp 2005",
                                     .assumes = "nothing",
                                     .formula = "n*kappa + (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma)",
                                     .cost = cost,
                                     .same_bits = {.for_any_p = never}},
                                    run};

}  // namespace
}  // namespace collsim
