#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// Bine reduce-scatter: the butterfly of bine.hpp, the nearest ranks first. Blocks are first put in an
/// order in which those that are sent together lie side by side.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: the operator commutes, and p is a power of two.
/// Cost:    n kappa + lg p alpha + (p-1)/p n (beta + gamma) + n/p kappa.
void run(Comm& comm, const ReduceScatterBlock& call, const Options&) {
  const int p = comm.size();
  const Scattered own(comm, call);
  if (p == 1) return own.keep(own.block(0));
  const Butterfly butterfly = bine(p);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const auto block = [&](int rank) {
    return element(scratch.data(), butterfly.block(rank) * call.count, Comm::extent(call.type));
  };
  for (int rank = 0; rank < p; ++rank) comm.copy(own.block(rank), block(rank), call.count, call.type);
  Reduction sum(comm, {MPI_IN_PLACE, scratch.data(), p * call.count, call.type, call.op}, 0,
                Reduction::Start::borrows);
  reduce_scatter_halves(comm, sum, p * call.count, butterfly);
  comm.copy(block(comm.rank()), call.recv, call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {keep_stage(shape)};
  Cost cost = reduce_scatter_halves_cost(shape, bine(shape.processes));
  cost.insert(cost.begin(), {.copied = shape.bytes()});
  cost.push_back({.copied = shape.bytes() / shape.processes});
  return cost;
}

std::string unsupported(const Shape& shape, const Options& options) {
  const std::string why = unless_power_of_two(shape, options);
  return why.empty() ? unless_commutative(shape, options) : why;
}

const Registration<ReduceScatterBlock> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two, commutative operator",
     .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*(beta + gamma) + (p > 1 ? n*kappa : 0)",
     .cost = cost,
     .unsupported = unsupported,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
