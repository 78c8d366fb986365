#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Bine allgather: the butterfly of bine.hpp backwards, the farthest ranks first. Blocks travel in an
/// order in which those that are sent together lie side by side, and go to their places at the end.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n beta + n kappa.
void run(Comm& comm, const Allgather& call, const Options&) {
  const int p = comm.size();
  if (p == 1) return place_own_block(comm, call);
  const Butterfly butterfly = bine(p);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const auto collected = [&](int rank) {
    return element(scratch.data(), butterfly.block(rank) * call.count, Comm::extent(call.type));
  };
  const void* own = call.send == MPI_IN_PLACE ? block_of(call, comm.rank()) : call.send;
  comm.copy(own, collected(comm.rank()), call.count, call.type);
  allgather_halves(comm, scratch.data(), p * call.count, call.type, butterfly);
  for (int rank = 0; rank < p; ++rank)
    comm.copy(collected(rank), block_of(call, rank), call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  const int p = shape.processes;
  if (p == 1) return {own_block_stage(shape)};
  Cost cost = allgather_halves_cost(shape, bine(p));
  cost.insert(cost.begin(), {.copied = shape.bytes() / p});
  cost.push_back({.copied = shape.bytes()});
  return cost;
}

const Registration<Allgather> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two",
     .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*beta + (p > 1 ? n*kappa : 0)",
     .cost = cost,
     .unsupported = unless_power_of_two},
    run};

}  // namespace
}  // namespace collsim
