#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/circulant_reduction.hpp"

namespace collsim {
namespace {

/// Elements before a block; before block p, all.
std::function<std::int64_t(int)> firsts(const ReduceScatter& call) {
  return [blocks = call.blocks](int block) { return blocks.before(static_cast<std::size_t>(block)); };
}
std::function<std::int64_t(int)> firsts(const ReduceScatterBlock& call) {
  return [count = call.count](int block) { return block * count; };
}
std::vector<std::int64_t> counts(const Shape& shape) {
  std::vector<std::int64_t> all;
  for (const Range& block : blocks(shape)) all.push_back(block.count);
  return all;
}

/// Traeff's reduce-scatter on a circulant graph: the distance halves, rounded up, from round to round, so
/// that any p takes ceil(lg p) rounds and no rank folds away.
///
/// Source:  Traeff, arXiv:2410.14234, 2024, doi:10.34726/10760.
/// Assumes: the operator commutes. Any p, blocks of any size; empty ones are sent.
/// Cost:    ceil(lg p) alpha + (p-1)/p n (beta + gamma) + n kappa for blocks of equal size. Else at most the
///          largest message of every round, which is exact where no block is larger than one before it.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const bool in_place = call.send == MPI_IN_PLACE;
  const Rotated blocks(firsts(call), comm.size(), comm.rank());
  if (comm.size() == 1) {
    if (!in_place) comm.copy(call.send, call.recv, blocks.count(), call.type);
    return;
  }
  const Scratch vector = comm.scratch(blocks.count(), call.type);
  blocks.turn(comm, in_place ? call.recv : call.send, vector.data(), call.type);
  reduce_scatter_circulant(comm, vector.data(), blocks, call.recv, call.type, call.op);
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {{.copied = shape.in_place ? 0 : shape.bytes()}};
  Cost cost = reduce_scatter_circulant_cost(counts(shape), shape.type_size);
  cost.insert(cost.begin(), {.copied = shape.bytes()});
  return cost;
}

/// Where no block is larger than one before it: rank 0 then combines the largest message of every round.
bool exact(const Shape& shape, const Options&) {
  const std::vector<std::int64_t> blocks = counts(shape);
  return std::is_sorted(blocks.rbegin(), blocks.rend());
}

std::string unsupported(const Shape& shape, const Options&) {
  return shape.commutative ? "" : "the operator does not commute, and partial results go around a circle";
}

const Description about{.name = "circulant",
                        .source = "Traeff 2024",
                        .assumes = "commutative operator",
                        .formula = "n*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*(beta + gamma)",
                        .cost = cost,
                        .exact = exact,
                        .unsupported = unsupported,
                        .same_bits = {.for_any_p = never}};
const Registration<ReduceScatter> circulant{about, run};
const Registration<ReduceScatterBlock> circulant_block{about, run};

}  // namespace
}  // namespace collsim
