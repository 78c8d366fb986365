#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/binomial.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/reduction.hpp"
#include "algorithms/patterns/tree_form.hpp"

namespace collsim {
namespace {

/// Bine broadcast. By its tree the number of virtual ranks that hold the vector doubles in every round, the
/// farthest first; by halves the vector is scattered along the butterfly, the nearest ranks first, and
/// gathered to all by the way back. In the end each survivor of a pair serves its partner.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: nothing; any p, any root. Its trees are those of reduce/bine.
/// Cost:    latency: ceil(lg p)(alpha + n beta); bandwidth: 2k alpha + 2 (P-1)/P n beta, and alpha + n beta
///          more where r > 0.
void run(Comm& comm, const Bcast& call, const Options& options) {
  const Butterfly butterfly = bine(comm.size(), call.root);
  if (!by_halves(options)) return broadcast_tree(comm, call.buffer, call.count, call.type, butterfly);
  const int partner = butterfly.fold().partner(comm.rank());
  if (butterfly.fold().folded(comm.rank())) return comm.recv(call.buffer, call.count, call.type, partner);
  scatter_halves(comm, call.buffer, call.count, call.type, butterfly);
  allgather_halves(comm, call.buffer, call.count, call.type, butterfly);
  if (partner >= 0) comm.send(call.buffer, call.count, call.type, partner);
}

Cost cost(const Shape& shape, const Options& options) {
  const Butterfly butterfly = bine(shape.processes, shape.root);
  if (!by_halves(options)) return broadcast_tree_cost(shape, butterfly);
  Cost cost = scatter_halves_cost(shape, butterfly);
  cost += allgather_halves_cost(shape, butterfly);
  if (butterfly.fold().folds()) cost.push_back(unfold_stage(shape));
  return cost;
}

const Registration<Bcast> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "nothing",
     .formula = "(r > 0 ? k + 1 : k)*(alpha + n*beta)",
     .options = {tree_form_option("they are scattered and gathered to all")},
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
