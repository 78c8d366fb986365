#include <bit>

#include "algorithms/algorithm.hpp"
#include "algorithms/own_block.hpp"

namespace collsim {
namespace {

/// Recursive doubling allgather: in round j, ranks at distance 2^j exchange all the blocks they hold.
///
/// Source:  Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, doi:10.1177/1094342005051521.
/// Assumes: p is a power of two.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n beta.
void run(Comm& comm, const Allgather& call, const Options&) {
  const int rank = comm.rank();
  place_own_block(comm, call);
  for (int distance = 1; distance < comm.size(); distance *= 2) {
    const int partner = rank ^ distance;
    const std::int64_t held = distance * call.count;
    const int first = rank & -distance;  // of the blocks that this rank holds
    comm.sendrecv(block_of(call, first), held, partner, block_of(call, first ^ distance), held, partner,
                  call.type);
  }
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost{own_block_stage(shape)};
  const int p = shape.processes;
  for (int distance = 1; distance < p; distance *= 2) {
    const std::int64_t bytes = shape.bytes() / p * distance;
    cost.push_back(
        {.messages = p, .volume = p * bytes, .bytes = bytes, .peer = {Peer::Kind::exchange, distance}});
  }
  return cost;
}

std::string unsupported(const Shape& shape, const Options&) {
  if (std::has_single_bit(static_cast<unsigned>(shape.processes))) return "";
  return std::to_string(shape.processes) + " processes are not a power of two";
}

const Registration<Allgather> recursive_doubling{{.name = "recursive_doubling",
                                                  .source = "Thakur, Rabenseifner and Gropp 2005",
                                                  .assumes = "p is a power of two",
                                                  .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*beta",
                                                  .cost = cost,
                                                  .unsupported = unsupported},
                                                 run};

}  // namespace
}  // namespace collsim
