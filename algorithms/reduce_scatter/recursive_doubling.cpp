#include <array>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/reduction.hpp"
#include "algorithms/patterns/scattered.hpp"

namespace collsim {
namespace {

/// The blocks of the `width` ranks that a rank has heard of, in elements.
Range group(const Places& places, int rank, int width) {
  const int first = rank & -width;
  const Range& last = places[first + width - 1];
  return {places[first].first, last.first + last.count - places[first].first};
}

/// What a rank combines of the message that it gets from `distance` away: the blocks that it will send on, and
/// its own. The others in the message are of ranks that have heard of as much as itself.
std::array<Range, 3> combined(const Places& places, int rank, int distance) {
  const std::array others = group(places, rank, 2 * distance).others(places.total());
  return {others[0], places[rank], others[1]};
}

/// Recursive doubling reduce-scatter: in round j, ranks at distance 2^j exchange what they have of all blocks
/// but those of the 2^j ranks that know as much as the sender.
///
/// Source:  MPICH, for operators that do not commute and short vectors (see Thakur, Rabenseifner and Gropp,
///          IJHPCA 19(1), 2005, doi:10.1177/1094342005051521).
/// Assumes: p is a power of two. Any block sizes; combines in rank order.
/// Cost:    lg p alpha + n (lg p - (p-1)/p) beta + n (lg p - (2(p-1) - lg p)/p) gamma + n/p kappa; n kappa
///          more if the operator does not commute. The largest message of each round is on the critical path.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const Scattered<Call> own(comm, call);
  const int rank = comm.rank();
  if (comm.size() == 1) return own.keep(own.block(0));
  Reduction sum(comm, {own.block(0), nullptr, own.places().total(), call.type, call.op}, 0,
                Reduction::Start::borrows);
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int partner = rank ^ distance;
    sum.exchange_others(partner, group(own.places(), rank, distance), group(own.places(), partner, distance),
                        combined(own.places(), rank, distance));
  }
  comm.copy(sum.values(own.places()[rank].first), call.recv, own.count(rank), call.type);
}

Rounds rounds(const Shape& shape, const Options&) {
  const Places all = blocks(shape);
  const auto sum = [&](int rank, int distance) {
    std::int64_t count = 0;
    for (const Range& range : combined(all, rank, distance)) count += range.count;
    return count * shape.type_size;
  };
  Rounds rounds(shape.processes);
  const bool alone = shape.processes == 1;
  rounds.copy([&](int) { return shape.commutative || alone ? 0 : shape.bytes(); });
  for (int distance = 1; distance < shape.processes; distance *= 2)
    rounds.send([distance](int rank) { return rank ^ distance; },
                [&](int rank) { return (shape.count - group(all, rank, distance).count) * shape.type_size; },
                [&](int rank) { return sum(rank, distance); });
  rounds.copy([&](int rank) { return alone && shape.in_place ? 0 : all[rank].count * shape.type_size; });
  return rounds;
}

const Description about{
    .name = "recursive_doubling",
    .source = "MPICH",
    .assumes = "p is a power of two",
    .formula = "k*alpha + n*(k - (p - 1)/p)*beta + n*(k - (2*(p - 1) - k)/p)*gamma + n/p*kappa",
    .cost = cost_of<rounds>,
    .exact = exact_of<rounds>,
    .unsupported = unless_power_of_two,
    .same_bits = {.for_any_p = always}};
const Registration<ReduceScatter> recursive_doubling{about, run};
const Registration<ReduceScatterBlock> recursive_doubling_block{about, run};

}  // namespace
}  // namespace collsim
