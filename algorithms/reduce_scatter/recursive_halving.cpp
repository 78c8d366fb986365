#include "algorithms/algorithm.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/reduction.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// The first of the ranks whose blocks virtual rank v answers for: its pair's, or its own.
int first_rank(int v, const Fold& fold) {
  return v + std::min(v, fold.pairs());
}

/// The blocks of virtual ranks begin..begin+width-1, in elements.
Range group(const Places& places, int begin, int width, const Fold& fold) {
  const Range& first = places[first_rank(begin, fold)];
  const Range& last = places[first_rank(begin + width, fold) - 1];
  return {first.first, last.first + last.count - first.first};
}

/// Recursive halving reduce-scatter: in every round, virtual ranks exchange halves of what they still answer
/// for, at half the distance of the round before.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: the operator commutes. Any p, any block sizes; empty messages are sent. r = p - P ranks fold
///          whole vectors first and receive their block last.
/// Cost:    k alpha + (p-1)/p n (beta + gamma) + n/p kappa for p = P. Otherwise, with S = sum over j = 1..k
///          of P/2^j + min(r, P/2^j): (k+2) alpha + (n + n/p (S+1)) beta + (n + n/p S) gamma + n/p kappa. The
///          largest half of each round is on the critical path. With start=copies n kappa more.
template <class Call>
void run(Comm& comm, const Call& call, const Options& options) {
  const Fold fold(comm.size());
  const Scattered<Call> own(comm, call);
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  const std::int64_t count = own.places().total();
  if (comm.size() == 1) return own.keep(own.block(0));
  if (fold.folded(rank)) {
    comm.send(own.block(0), count, call.type, partner);
    return comm.recv(call.recv, own.count(rank), call.type, partner);
  }
  const int v = fold.virtual_rank(rank);
  Reduction sum(comm, {own.block(0), nullptr, count, call.type, call.op}, 0,
                starts_by_copying(options) ? Reduction::Start::copies : Reduction::Start::borrows);
  if (partner >= 0) sum.absorb(partner);
  for (int distance = fold.survivors() / 2; distance > 0; distance /= 2) {
    const int kept = v & -distance;
    sum.exchange(fold.real_rank(v ^ distance), group(own.places(), kept ^ distance, distance, fold),
                 group(own.places(), kept, distance, fold));
  }
  const auto block = [&](int of) { return sum.values(own.places()[of].first); };
  if (partner >= 0) comm.send(block(partner), own.count(partner), call.type, partner);
  comm.copy(block(rank), call.recv, own.count(rank), call.type);
}

Rounds rounds(const Shape& shape, const Options& options) {
  const Fold fold(shape.processes);
  const Places all = blocks(shape);
  const auto bytes = [&](int rank) { return all[rank].count * shape.type_size; };
  const auto partner = [fold](int rank) { return fold.folded(rank) ? fold.partner(rank) : -1; };
  Rounds rounds(shape.processes);
  if (shape.processes > 1 && starts_by_copying(options))
    rounds.copy([&](int rank) { return fold.folded(rank) ? 0 : shape.bytes(); });
  rounds.send(
      partner, [&](int) { return shape.bytes(); }, true);
  for (int distance = fold.survivors() / 2; distance > 0; distance /= 2)
    rounds.send(
        [fold, distance](int rank) {
          return fold.folded(rank) ? -1 : fold.real_rank(fold.virtual_rank(rank) ^ distance);
        },
        [&](int rank) {
          const int given = (fold.virtual_rank(rank) & -distance) ^ distance;
          return group(all, given, distance, fold).count * shape.type_size;
        },
        true);
  rounds.send([fold](int rank) { return fold.folded(rank) ? -1 : fold.partner(rank); },
              [&](int rank) { return bytes(fold.partner(rank)); });
  const bool alone_in_place = shape.processes == 1 && shape.in_place;
  rounds.copy([&](int rank) { return fold.folded(rank) || alone_in_place ? 0 : bytes(rank); });
  return rounds;
}

const Description about{
    .name = "recursive_halving",
    .source = "Thakur, Rabenseifner and Gropp 2005",
    .assumes = "commutative operator",
    .formula =
        "n/p*kappa + (r > 0 ? (k + 2)*alpha + n*(beta + gamma) + n/p*beta + n/p*halves*(beta + gamma) "
        ": k*alpha + (p - 1)/p*n*(beta + gamma))",
    .symbols = {halves_symbol()},
    .options = {start_option()},
    .cost = cost_of<rounds>,
    .exact = exact_of<rounds>,
    .unsupported = unless_commutative,
    .same_bits = {.for_any_p = never}};
const Registration<ReduceScatter> recursive_halving{about, run};
const Registration<ReduceScatterBlock> recursive_halving_block{about, run};

}  // namespace
}  // namespace collsim
