#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/own_block.hpp"

namespace collsim {
namespace {

/// Bruck's allgather (dissemination): rank r collects the blocks r, r + 1, ... (mod p), twice as many after
/// every round, and turns them into their places at the end.
///
/// Source:  Bruck et al., IEEE TPDS 8(11), 1997, doi:10.1109/71.642949.
/// Assumes: nothing; any p.
/// Cost:    ceil(lg p) alpha + (p-1)/p n beta + n/p kappa + n kappa.
void run(Comm& comm, const Allgather& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  if (p == 1) return place_own_block(comm, call);
  const Scratch scratch = comm.scratch(p * call.count, call.type);
  const MPI_Aint extent = Comm::extent(call.type);
  const auto collected = [&](std::int64_t block) {
    return element(scratch.data(), block * call.count, extent);
  };
  const void* own = call.send == MPI_IN_PLACE ? block_of(call, rank) : call.send;
  comm.copy(own, collected(0), call.count, call.type);
  for (int distance = 1; distance < p; distance *= 2) {
    const std::int64_t count = std::min(distance, p - distance) * call.count;
    comm.sendrecv(collected(0), count, (rank - distance + p) % p, collected(distance), count,
                  (rank + distance) % p, call.type);
  }
  comm.copy(collected(0), block_of(call, rank), (p - rank) * call.count, call.type);
  comm.copy(collected(p - rank), block_of(call, 0), rank * call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t p = shape.processes;
  if (p == 1) return {own_block_stage(shape)};
  const std::int64_t block = shape.bytes() / p;
  Cost cost{{.copied = block}};
  for (std::int64_t distance = 1; distance < p; distance *= 2) {
    const std::int64_t bytes = std::min(distance, p - distance) * block;
    cost.push_back(
        {.messages = p, .volume = p * bytes, .bytes = bytes, .peer = {Peer::Kind::shift, -distance}});
  }
  cost.push_back({.copied = shape.bytes()});
  return cost;
}

const Registration<Allgather> bruck{{.name = "bruck",
                                     .source = "Bruck et al. 1997",
                                     .assumes = "nothing",
                                     .formula = "(r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta + n/p*kappa + "
                                                "(p > 1 ? n*kappa : 0)",
                                     .cost = cost},
                                    run};

}  // namespace
}  // namespace collsim
