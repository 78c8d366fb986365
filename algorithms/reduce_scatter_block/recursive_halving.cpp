#include "algorithms/algorithm.hpp"
#include "algorithms/reduction.hpp"
#include "algorithms/scattered.hpp"

namespace collsim {
namespace {

/// The first of the ranks whose blocks virtual rank v answers for: its pair's, or its own.
int first_block(int v, const Fold& fold) {
  return v + std::min(v, fold.pairs());
}

/// The blocks of virtual ranks begin..end-1, in elements.
Range blocks(int begin, int end, std::int64_t count, const Fold& fold) {
  const std::int64_t first = first_block(begin, fold);
  return {first * count, (first_block(end, fold) - first) * count};
}

/// Recursive halving reduce-scatter: in every round, virtual ranks exchange halves of what they still answer
/// for, at half the distance of the round before.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: the operator commutes. Any p; r = p - P ranks fold whole vectors first and receive their block
///          last.
/// Cost:    k alpha + (p-1)/p n (beta + gamma) + n/p kappa for p = P. Otherwise, with S = sum over j = 1..k
///          of P/2^j + min(r, P/2^j): (k+2) alpha + (n + n/p (S+1)) beta + (n + n/p S) gamma + n/p kappa.
void run(Comm& comm, const ReduceScatterBlock& call, const Options&) {
  const Fold fold(comm.size());
  const Scattered own(comm, call);
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (comm.size() == 1) return own.keep(own.block(0));
  if (fold.folded(rank)) {
    comm.send(own.block(0), call.count * comm.size(), call.type, partner);
    return comm.recv(call.recv, call.count, call.type, partner);
  }
  const int v = fold.virtual_rank(rank);
  Reduction sum(comm, {own.block(0), nullptr, call.count * comm.size(), call.type, call.op}, 0,
                Reduction::Start::borrows);
  if (partner >= 0) sum.absorb(partner);
  for (int distance = fold.survivors() / 2; distance > 0; distance /= 2) {
    const int kept = v & -distance;
    const int given = kept ^ distance;
    sum.exchange(fold.real_rank(v ^ distance), blocks(given, given + distance, call.count, fold),
                 blocks(kept, kept + distance, call.count, fold));
  }
  const auto block = [&](int of) { return sum.values(std::int64_t{of} * call.count); };
  if (partner >= 0) comm.send(block(partner), call.count, call.type, partner);
  comm.copy(block(rank), call.recv, call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  const Fold fold(shape.processes);
  const std::int64_t block = shape.count / shape.processes;
  const auto bytes = [&](int begin, int end) {
    return blocks(begin, end, block, fold).count * shape.type_size;
  };
  Cost cost;
  if (fold.folds()) cost.push_back(fold_stage(shape));
  for (int distance = fold.survivors() / 2; distance > 0; distance /= 2) {
    const std::int64_t largest = bytes(0, distance);
    // Every rank of a group of 2 * distance sends one half or the other, so that each is sent `distance`
    // times.
    cost.push_back({.messages = fold.survivors(),
                    .volume = shape.bytes() * distance,
                    .bytes = largest,
                    .reduced = largest,
                    .peer = {Peer::Kind::exchange, distance}});
  }
  const std::int64_t own = shape.bytes() / shape.processes;
  if (fold.folds())
    cost.push_back({.messages = fold.pairs(),
                    .volume = fold.pairs() * own,
                    .bytes = own,
                    .peer = {.kind = Peer::Kind::fold}});
  cost.push_back({.copied = shape.processes == 1 && shape.in_place ? 0 : own});
  return cost;
}

const Registration<ReduceScatterBlock> recursive_halving{
    {.name = "recursive_halving",
     .source = "Thakur, Rabenseifner and Gropp 2005",
     .assumes = "commutative operator",
     .formula =
         "n/p*kappa + (r > 0 ? (k + 2)*alpha + n*(beta + gamma) + n/p*beta + n/p*halves*(beta + gamma) "
         ": k*alpha + (p - 1)/p*n*(beta + gamma))",
     .cost = cost,
     .unsupported = unless_commutative},
    run};

}  // namespace
}  // namespace collsim
