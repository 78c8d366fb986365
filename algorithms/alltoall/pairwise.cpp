#include <bit>

#include "algorithms/algorithm.hpp"
#include "algorithms/outgoing.hpp"

namespace collsim {
namespace {

bool exchanges(int processes) {
  return std::has_single_bit(static_cast<unsigned>(processes));
}

/// Pairwise alltoall: in every round a rank sends to one rank and receives from one. Ranks at xor distance
/// 1..p-1 exchange where p is a power of two; otherwise rank r sends to r + 1, ..., r + p - 1 (mod p).
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: nothing; any p.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta); in place n kappa.
void run(Comm& comm, const Alltoall& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  const Outgoing blocks(comm, call);
  for (int step = 1; step < p; ++step) {
    const int destination = exchanges(p) ? rank ^ step : (rank + step) % p;
    const int source = exchanges(p) ? rank ^ step : (rank - step + p) % p;
    comm.sendrecv(blocks.to(destination), call.count, destination, blocks.from(source), call.count, source,
                  call.type);
  }
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t p = shape.processes;
  Cost cost{outgoing_stage(shape)};
  const auto kind = exchanges(shape.processes) ? Peer::Kind::exchange : Peer::Kind::shift;
  for (std::int64_t step = 1; step < p; ++step)
    cost.push_back(
        {.messages = p, .volume = shape.bytes(), .bytes = shape.bytes() / p, .peer = {kind, step}});
  return cost;
}

const Registration<Alltoall> pairwise{{.name = "pairwise",
                                       .source = "Thakur, Rabenseifner and Gropp 2005",
                                       .assumes = "nothing",
                                       .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
                                       .cost = cost},
                                      run};

}  // namespace
}  // namespace collsim
