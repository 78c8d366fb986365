#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// Blocks are first put in an order in which those that are sent together lie side by side.
void permute(Comm& comm, const ReduceScatterBlock& call, const Scattered<ReduceScatterBlock>& own,
             const Butterfly& butterfly) {
  const int p = comm.size();
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const auto block = [&](int rank) {
    return element(scratch.data(), butterfly.block(rank) * call.count, comm.extent(call.type));
  };
  for (int rank = 0; rank < p; ++rank) comm.copy(own.block(rank), block(rank), call.count, call.type);
  Reduction sum(comm, {MPI_IN_PLACE, scratch.data(), p * call.count, call.type, call.op}, 0,
                Reduction::Start::borrows);
  reduce_scatter_halves(comm, sum, p * call.count, butterfly);
  comm.copy(block(comm.rank()), call.recv, call.count, call.type);
}

/// Every rank answers for the block in its place of that order, and sends it to the one whose it is in the end.
void displace(Comm& comm, const ReduceScatterBlock& call, const Scattered<ReduceScatterBlock>& own,
              const Butterfly& butterfly, Reduction::Start start) {
  const int rank = comm.rank();
  const std::int64_t count = comm.size() * call.count;
  Reduction sum(comm, {own.block(0), nullptr, count, call.type, call.op}, 0, start);
  reduce_scatter_halves(comm, sum, count, butterfly);
  const int answered_for = butterfly.block(rank);
  const void* reduced = sum.values(answered_for * call.count);
  if (answered_for == rank) return comm.copy(reduced, call.recv, call.count, call.type);
  comm.sendrecv(reduced, call.count, answered_for, call.recv, call.count,
                ranks_by_block(butterfly)[static_cast<std::size_t>(rank)], call.type);
}

bool displaces(const Options& options) {
  return options.text("blocks") == "displaced";
}

/// Bine reduce-scatter: the butterfly of bine.hpp, the nearest ranks first. The option `blocks` says what becomes
/// of blocks that lie apart.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311.
/// Assumes: the operator commutes, and p is a power of two.
/// Cost:    n kappa + lg p alpha + (p-1)/p n (beta + gamma) + n/p kappa; displaced, alpha + n/p beta instead of
///          n kappa and, but for the ranks whose block they answer for, of n/p kappa; with start=copies n kappa all the same.
void run(Comm& comm, const ReduceScatterBlock& call, const Options& options) {
  const Scattered own(comm, call);
  if (comm.size() == 1) return own.keep(own.block(0));
  if (displaces(options))
    return displace(comm, call, own, bine(comm.size()),
                    starts_by_copying(options) ? Reduction::Start::copies : Reduction::Start::borrows);
  permute(comm, call, own, bine(comm.size()));
}

Cost cost(const Shape& shape, const Options& options) {
  if (shape.processes == 1) return {keep_stage(shape)};
  Cost cost = reduce_scatter_halves_cost(shape, bine(shape.processes));
  if (!displaces(options) || starts_by_copying(options)) cost.insert(cost.begin(), {.copied = shape.bytes()});
  if (displaces(options)) {
    cost.push_back(displace_stage(shape, true));
    return cost;
  }
  cost.push_back({.copied = shape.bytes() / shape.processes});
  return cost;
}

/// Ranks that answer for their own block copy it while others exchange theirs.
bool exact(const Shape& shape, const Options& options) {
  return !displaces(options) || shape.processes <= 2;
}

const Registration<ReduceScatterBlock> registration{
    {.name = "bine",
     .source = "De Sensi et al. 2025",
     .assumes = "p is a power of two, commutative operator",
     .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*(beta + gamma) + (p > 1 ? n*kappa : 0)",
     .options = {{"blocks",
                  "permuted",
                  "that lie apart: are permuted at the start, or displaced by a message at the end",
                  {"permuted", "displaced"}},
                 start_option()},
     .cost = cost,
     .exact = exact,
     .unsupported = unless_commutative_and<unless_power_of_two>,
     .same_bits = {.for_any_p = never}},
    run};

}  // namespace
}  // namespace collsim
