#include "algorithms/algorithm.hpp"
#include "algorithms/facts/blocks.hpp"
#include "algorithms/patterns/circulant_reduction.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

std::vector<std::int64_t> counts(std::int64_t count, int processes) {
  const Blocks blocks(count, processes);
  std::vector<std::int64_t> all;
  for (int block = 0; block < processes; ++block) all.push_back(blocks[block].count);
  return all;
}

/// Traeff's allreduce on a circulant graph: a reduce-scatter, then an allgather by the way back, in twice
/// ceil(lg p) rounds for any p; no rank folds away.
///
/// Source:  Traeff, arXiv:2410.14234, 2024, doi:10.34726/10760.
/// Assumes: the operator commutes. Any p; blocks differ by at most one element; empty ones are sent.
/// Cost:    2 ceil(lg p) alpha + (p-1)/p n (2 beta + gamma) + 2n kappa, the largest blocks in every message.
void run(Comm& comm, const Allreduce& call, const Options&) {
  if (comm.size() == 1) {
    if (call.send != MPI_IN_PLACE) comm.copy(call.send, call.recv, call.count, call.type);
    return;
  }
  const Blocks plain(call.count, comm.size());
  const Rotated blocks([&](int block) { return plain.range(0, block).count; }, comm.size(), comm.rank());
  const Scratch vector = comm.scratch(call.count, call.type);
  blocks.turn(comm, contribution(call), vector.data(), call.type);
  reduce_scatter_circulant(comm, vector.data(), blocks, nullptr, call.type, call.op);
  allgather_circulant(comm, vector.data(), blocks, call.type);
  blocks.turn_back(comm, vector.data(), call.recv, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  const std::vector<std::int64_t> blocks = counts(shape.count, shape.processes);
  Cost cost = reduce_scatter_circulant_cost(blocks, shape.type_size);
  cost += allgather_circulant_cost(blocks, shape.type_size);
  cost.push_back({.repeat = 2, .copied = shape.bytes()});
  return cost;
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and partial results go around a circle";
}

const Registration<Allreduce> circulant{
    {.name = "circulant",
     .source = "Traeff 2024",
     .assumes = "commutative operator",
     .formula = "(p > 1 ? 2 : 1)*n*kappa + 2*(r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*(2*beta + gamma)",
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.on_all_ranks = always, .for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
