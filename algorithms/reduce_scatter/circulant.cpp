#include "algorithms/circulant.hpp"

#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/collective.hpp"

namespace collsim {
namespace {

/// Traeff's reduce-scatter on a circulant graph (reduce_scatter_block/circulant) of blocks of any size.
///
/// Source:  Traeff, arXiv:2410.14234, 2024, doi:10.34726/10760.
/// Assumes: the operator commutes. Any p, any counts; empty blocks are sent.
/// Cost:    at most ceil(lg p) alpha + the largest messages of all rounds (beta + gamma) + n kappa; of blocks
///          none of which is larger than one before it, and so of equal ones, exactly that.
void run(Comm& comm, const ReduceScatter& call, const Options&) {
  const bool in_place = call.send == MPI_IN_PLACE;
  const Rotated blocks({call.counts.begin(), call.counts.end()}, comm.rank());
  if (comm.size() == 1) {
    if (!in_place) comm.copy(call.send, call.recv, blocks.count(), call.type);
    return;
  }
  const Scratch vector = comm.scratch(blocks.count(), call.type);
  blocks.turn(comm, in_place ? call.recv : call.send, vector.data(), call.type);
  reduce_scatter_circulant(comm, vector.data(), blocks, call.recv, call.type, call.op);
}

std::vector<std::int64_t> counts(const Shape& shape) {
  std::vector<std::int64_t> all;
  for (const Range& block : blocks(shape)) all.push_back(block.count);
  return all;
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  Cost cost = reduce_scatter_circulant_cost(counts(shape), shape.type_size);
  cost.insert(cost.begin(), {.copied = shape.bytes()});
  return cost;
}

/// Rank 0 then combines the largest message of every round.
bool exact(const Shape& shape, const Options&) {
  const std::vector<std::int64_t> blocks = counts(shape);
  return std::is_sorted(blocks.rbegin(), blocks.rend());
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and partial results go around a circle";
}

const Registration<ReduceScatter> circulant{
    {.name = "circulant",
     .source = "Traeff 2024",
     .assumes = "commutative operator",
     .formula = "n*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*(beta + gamma)",
     .cost = cost,
     .exact = exact,
     .unsupported = unsupported},
    run};

}  // namespace
}  // namespace collsim
