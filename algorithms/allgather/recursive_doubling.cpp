#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/butterfly.hpp"
#include "algorithms/patterns/collected.hpp"

namespace collsim {
namespace {

/// Recursive doubling allgather: in round j, ranks at distance 2^j exchange all the blocks they hold.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: p is a power of two. Any block sizes; empty messages are sent.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n beta, the larger message of each exchange being on the
///          critical path; blocks that do not lie one behind the other are collected elsewhere: n kappa.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const int rank = comm.rank();
  Collected<Call> held(comm, call, 0);
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int partner = rank ^ distance;
    const int mine = rank & -distance;  // the first of the blocks that this rank holds
    const int other = mine ^ distance;
    comm.sendrecv(held.blocks(mine), held.count(mine, mine + distance), partner, held.blocks(other),
                  held.count(other, other + distance), partner, call.type);
  }
  held.deliver();
}

Rounds rounds(const Shape& shape, const Options&) {
  const Places all = blocks(shape);
  const bool lie = all.in_sequence();
  const CyclicSums sums(all);
  Rounds rounds(shape.processes);
  rounds.copy([&](int rank) { return shape.in_place && lie ? 0 : all[rank].count * shape.type_size; });
  for (int distance = 1; distance < shape.processes; distance *= 2)
    rounds.send([distance](int rank) { return rank ^ distance; },
                [&](int rank) {
                  const int first = rank & -distance;
                  return (sums[first + distance] - sums[first]) * shape.type_size;
                });
  if (!lie) rounds.copy([&](int) { return shape.bytes(); });
  return rounds;
}

const Description about{.name = "recursive_doubling",
                        .source = "Thakur, Rabenseifner and Gropp 2005",
                        .assumes = "p is a power of two",
                        .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*beta",
                        .cost = cost_of<rounds>,
                        .exact = exact_of<rounds>,
                        .unsupported = unless_power_of_two};
const Registration<Allgather> recursive_doubling{about, run};
const Registration<Allgatherv> recursive_doubling_v{about, run};

}  // namespace
}  // namespace collsim
