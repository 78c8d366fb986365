#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Neighbor exchange allgather: ranks exchange with the one on either side in turn. First blocks, then in
/// every round the pair of blocks that the round before brought.
///
/// Source:  Chen, Zhang, Zhang and Yuan, PDCAT 2005, doi:10.1109/PDCAT.2005.109.
/// Assumes: p is even, or 1.
/// Cost:    n/p kappa + p/2 alpha + (p-1)/p n beta.
void run(Comm& comm, const Allgather& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  place_own_block(comm, call);
  if (p == 1) return;
  const int side = rank % 2 == 0 ? 1 : -1;  // of the other rank of this rank's pair
  comm.sendrecv(block_of(comm, call, rank), call.count, rank + side, block_of(comm, call, rank + side),
                call.count, rank + side, call.type);
  const int pairs = p / 2;
  int last = rank / 2;  // the pair of blocks that came last
  for (int round = 1; round < pairs; ++round) {
    // Rounds bring pairs from the one side and the other in turn, farther and farther away.
    const int away = round % 2 == 1 ? -side * (round + 1) / 2 : side * round / 2;
    const int partner = (rank + (round % 2 == 1 ? -side : side) + p) % p;
    const int next = (rank / 2 + away + pairs) % pairs;
    comm.sendrecv(block_of(comm, call, 2 * last), 2 * call.count, partner, block_of(comm, call, 2 * next),
                  2 * call.count, partner, call.type);
    last = next;
  }
}

/// Even ranks exchange with the one on this side (mod p).
Pairs neighbors(int side) {
  return Pairs([side](const Shape& shape) {
    Pairs::List list;
    for (int rank = 0; rank < shape.processes; rank += 2)
      list.emplace_back(rank, (rank + side + shape.processes) % shape.processes);
    return list;
  });
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t p = shape.processes;
  Cost cost{own_block_stage(shape)};
  if (p == 1) return cost;
  const std::int64_t block = shape.bytes() / p;
  const auto rounds = [&](std::int64_t repeat, std::int64_t bytes, int side) {
    cost.push_back(
        {.repeat = repeat, .messages = p, .volume = p * bytes, .bytes = bytes, .pairs = neighbors(side)});
  };
  rounds(1, block, 1);
  if (p >= 4) rounds(p / 4, 2 * block, -1);
  if (p >= 6) rounds(p / 2 - 1 - p / 4, 2 * block, 1);
  return cost;
}

std::string unsupported(const Shape& shape, const Options&) {
  if (shape.processes == 1 || shape.processes % 2 == 0) return "";
  return std::to_string(shape.processes) + " processes are not an even number";
}

const Registration<Allgather> neighbor_exchange{
    {.name = "neighbor_exchange",
     .source = "Chen, Zhang, Zhang and Yuan 2005",
     .assumes = "p is even",
     .formula = "n/p*kappa + (p > 1 ? p/2 : 0)*alpha + (p - 1)/p*n*beta",
     .cost = cost,
     .unsupported = unsupported},
    run};

}  // namespace
}  // namespace collsim
