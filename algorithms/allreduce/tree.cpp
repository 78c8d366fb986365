#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binomial.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// Tree allreduce: the number of ranks with a partial result halves until rank 0 has the result, then doubles
/// back.
///
/// Source:  the tree of Durham University's PHYS52015 coursework.
/// Assumes: p is a power of two. Combines in rank order.
/// Cost:    n kappa + 2k (alpha + n beta) + k n gamma.
void run(Comm& comm, const Allreduce& call, const Options&) {
  const Fold fold(comm.size());
  reduce_tree(comm, call, fold);
  broadcast_tree(comm, call.recv, call.count, call.type, fold);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{copy_stage(shape)};
  cost += reduce_tree_cost(shape);
  cost += broadcast_tree_cost(shape);
  return cost;
}

const Registration<Allreduce> tree{{.name = "tree",
                                    .source = "PHYS52015 coursework, Durham",
                                    .assumes = "p is a power of two",
                                    .formula = "n*kappa + 2*k*(alpha + n*beta) + k*n*gamma",
                                    .cost = cost,
                                    .unsupported = unless_power_of_two,
                                    .same_bits = {.on_all_ranks = always, .for_any_p = always}},
                                   run};

}  // namespace
}  // namespace collsim
