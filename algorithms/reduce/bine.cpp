#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binomial.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// Bine tree reduce: pairs fold, then the virtual ranks that still take part halve in every round, the
/// nearest first.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: the operator commutes; any p, any root. Its tree is that of bcast/bine.
/// Cost:    n kappa + ceil(lg p)(alpha + n beta + n gamma). Leaves send what they were given without a copy.
void run(Comm& comm, const Reduce& call, const Options&) {
  void* result = comm.rank() == call.root ? call.recv : nullptr;
  reduce_tree(comm, {call.send, result, call.count, call.type, call.op}, bine(comm.size(), call.root));
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{reduce_tree_copy_stage(shape)};
  cost += reduce_tree_cost(shape, bine(shape.processes, shape.root));
  return cost;
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and the root has subtrees on both sides";
}

const Registration<Reduce> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "commutative operator",
     .formula = "n*kappa + (r > 0 ? k + 1 : k)*(alpha + n*beta + n*gamma)",
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
