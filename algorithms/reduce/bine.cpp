#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binomial.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/scattered.hpp"
#include "algorithms/patterns/tree_form.hpp"

namespace collsim {
namespace {

/// Bine reduce. By its tree pairs fold, then the virtual ranks that still take part halve in every round, the
/// nearest first; by halves pairs share the combines of the fold, then the vector is reduce-scattered along
/// the butterfly, the nearest ranks first, and gathered to the root by the way back.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: the operator commutes; any p, any root. Its trees are those of bcast/bine.
/// Cost:    latency: n kappa + ceil(lg p)(alpha + n beta + n gamma), leaves sending what they were given
///          without a copy; bandwidth: that of rabenseifner, with start=copies n kappa more. Inner ranks of the tree
///          copy in any case.
void run(Comm& comm, const Reduce& call, const Options& options) {
  const Butterfly butterfly = bine(comm.size(), call.root);
  void* result = comm.rank() == call.root ? call.recv : nullptr;
  const Allreduce whole{call.send, result, call.count, call.type, call.op};
  if (!by_halves(options)) return reduce_tree(comm, whole, butterfly);
  Reduction sum(comm, whole, 0,
                starts_by_copying(options) ? Reduction::Start::copies : Reduction::Start::borrows);
  fold_halves(comm, sum, call.count, call.type, butterfly.fold());
  if (butterfly.fold().folded(comm.rank())) return;
  reduce_scatter_halves(comm, sum, call.count, butterfly);
  gather_halves(comm, sum.buffer(), call.count, call.type, butterfly);
}

Cost cost(const Shape& shape, const Options& options) {
  const Butterfly butterfly = bine(shape.processes, shape.root);
  if (!by_halves(options)) {
    Cost cost{reduce_tree_copy_stage(shape)};
    cost += reduce_tree_cost(shape, butterfly);
    return cost;
  }
  const bool copies = shape.processes == 1 ? !shape.in_place : starts_by_copying(options);
  Cost cost{{.copied = copies ? shape.bytes() : 0}};
  cost += fold_halves_cost(shape);
  cost += reduce_scatter_halves_cost(shape, butterfly);
  cost += gather_halves_cost(shape, butterfly);
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
     .options = {tree_form_option("they are reduce-scattered and gathered to the root"), start_option()},
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
