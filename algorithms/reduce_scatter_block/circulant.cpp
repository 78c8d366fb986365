#include "algorithms/circulant.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/scattered.hpp"

namespace collsim {
namespace {

std::vector<std::int64_t> counts(std::int64_t block, int processes) {
  return std::vector<std::int64_t>(static_cast<std::size_t>(processes), block);
}

/// Traeff's reduce-scatter on a circulant graph: the distance halves, rounded up, from round to round, so that
/// any p takes ceil(lg p) rounds and no rank folds away.
///
/// Source:  Traeff, arXiv:2410.14234, 2024, doi:10.34726/10760.
/// Assumes: the operator commutes. Any p.
/// Cost:    ceil(lg p) alpha + (p-1)/p n (beta + gamma) + n kappa.
void run(Comm& comm, const ReduceScatterBlock& call, const Options&) {
  const Scattered own(comm, call);
  if (comm.size() == 1) return own.keep(own.block(0));
  const Rotated blocks(counts(call.count, comm.size()), comm.rank());
  const Scratch vector = comm.scratch(blocks.count(), call.type);
  blocks.turn(comm, own.block(0), vector.data(), call.type);
  reduce_scatter_circulant(comm, vector.data(), blocks, call.recv, call.type, call.op);
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {keep_stage(shape)};
  Cost cost =
      reduce_scatter_circulant_cost(counts(shape.count / shape.processes, shape.processes), shape.type_size);
  cost.insert(cost.begin(), {.copied = shape.bytes()});
  return cost;
}

const Registration<ReduceScatterBlock> circulant{
    {.name = "circulant",
     .source = "Traeff 2024",
     .assumes = "commutative operator",
     .formula = "n*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*(beta + gamma)",
     .cost = cost,
     .unsupported = unless_commutative},
    run};

}  // namespace
}  // namespace collsim
