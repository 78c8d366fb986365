#include <bit>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/outgoing.hpp"

namespace collsim {
namespace {

bool exchanges(int processes) {
  return std::has_single_bit(static_cast<unsigned>(processes));
}

int destination(int rank, int step, int p) {
  return exchanges(p) ? rank ^ step : (rank + step) % p;
}

/// Pairwise alltoall: in every round a rank sends to one rank and receives from one. Ranks at xor distance
/// 1..p-1 exchange where p is a power of two; otherwise rank r sends to r + 1, ..., r + p - 1 (mod p).
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p, any block sizes; empty blocks are sent.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta), n/p being the largest block of each round; in place n kappa.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Outgoing<Call> blocks(comm, call);
  for (int step = 1; step < p; ++step) {
    const int to = destination(rank, step, p);
    const int from = exchanges(p) ? to : (rank - step + p) % p;
    comm.sendrecv(blocks.to(to), blocks.count_to(to), to, blocks.from(from), blocks.count_from(from), from,
                  call.type);
  }
}

Rounds rounds(const Shape& shape, const Options&) {
  return outgoing_rounds(shape, destination);
}

const Description about{.name = "pairwise",
                        .source = "Thakur, Rabenseifner and Gropp 2005",
                        .assumes = "nothing",
                        .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
                        .cost = cost_of<rounds>,
                        .exact = exact_of<rounds>};
const Registration<Alltoall> pairwise{about, run};
const Registration<Alltoallv> pairwise_v{about, run};

}  // namespace
}  // namespace collsim
