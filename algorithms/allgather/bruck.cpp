#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/collected.hpp"

namespace collsim {
namespace {

/// Bruck's allgather (dissemination): rank r collects the blocks r, r + 1, ... (mod p), twice as many after
/// every round, and turns them into their places at the end.
///
/// Source:  Bruck et al., IEEE TPDS 8(11), 1997, doi:10.1109/71.642949.
/// Assumes: nothing; any p, any block sizes; empty messages are sent.
/// Cost:    ceil(lg p) alpha + (p-1)/p n beta + n/p kappa + n kappa, the largest message of each round being
///          on the critical path. Rank 0 turns nothing if its blocks lie one behind the other.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  Collected<Call> collected(comm, call, rank);
  for (int distance = 1; distance < p; distance *= 2) {
    const int width = std::min(distance, p - distance);
    comm.sendrecv(collected.blocks(0), collected.count(0, width), (rank - distance + p) % p,
                  collected.blocks(distance), collected.count(distance, distance + width),
                  (rank + distance) % p, call.type);
  }
  collected.deliver();
}

Rounds rounds(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  const bool lie = in_sequence(all);
  const CyclicSums sums(all);
  Rounds rounds(p);
  rounds.copy(
      [&](int rank) { return shape.in_place && rank == 0 && lie ? 0 : all[rank].count * shape.type_size; });
  for (int distance = 1; distance < p; distance *= 2)
    rounds.send([distance, p](int rank) { return (rank - distance + p) % p; },
                [&](int rank) {
                  return (sums[rank + std::min(distance, p - distance)] - sums[rank]) * shape.type_size;
                });
  rounds.copy([&](int rank) { return rank == 0 && lie ? 0 : shape.bytes(); });
  return rounds;
}

const Description about{
    .name = "bruck",
    .source = "Bruck et al. 1997",
    .assumes = "nothing",
    .formula = "(r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta + n/p*kappa + (p > 1 ? n*kappa : 0)",
    .cost = cost_of<rounds>,
    .exact = exact_of<rounds>};
const Registration<Allgather> bruck{about, run};
const Registration<Allgatherv> bruck_v{about, run};

}  // namespace
}  // namespace collsim
