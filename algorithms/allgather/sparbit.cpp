#include <bit>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/pieces.hpp"

namespace collsim {
namespace {

/// Every second of the blocks that lie a multiple of `distance` below `first` (mod p), as far as there are
/// blocks for a rank that is to have all of these.
Pieces every_second(const Allgather& call, int first, int distance, int processes) {
  const int held = (processes + distance - 1) / distance;
  std::vector<Range> blocks;
  for (int piece = 0; piece < held / 2; ++piece) {
    const int block = (first - 2 * piece * distance) % processes;
    blocks.push_back({(block < 0 ? block + processes : block) * call.count, call.count});
  }
  return {blocks, call.type, Comm::extent(call.type)};
}

/// Sparbit allgather: distances halve, so that the most data travel between the nearest ranks, and every
/// block goes to its place at once. After the round at distance d, a rank has those blocks that lie a
/// multiple of d below its own. A round is one message of a derived type.
///
/// Source:  Loch and Koslovski, arXiv:2109.08751, 2021.
/// Assumes: nothing; any p.
/// Cost:    n/p kappa + ceil(lg p) alpha + (p-1)/p n beta.
void run(Comm& comm, const Allgather& call, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  place_own_block(comm, call);
  for (int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(p)) / 2); distance > 0;
       distance /= 2) {
    const Pieces sent = every_second(call, rank, distance, p);
    const Pieces received = every_second(call, rank - distance, distance, p);
    Comm::Request in = comm.irecv(call.recv, received.count(), received.type(), (rank - distance + p) % p);
    Comm::Request out = comm.isend(call.recv, sent.count(), sent.type(), (rank + distance) % p);
    comm.wait(in);
    comm.wait(out);
  }
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t p = shape.processes;
  Cost cost{own_block_stage(shape)};
  for (auto distance = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(p)) / 2);
       distance > 0; distance /= 2) {
    const std::int64_t bytes = (p + distance - 1) / distance / 2 * (shape.bytes() / p);
    cost.push_back({.messages = p, .volume = p * bytes, .bytes = bytes, .pairs = pairs::shift(distance)});
  }
  return cost;
}

const Registration<Allgather> sparbit{{.name = "sparbit",
                                       .source = "Loch and Koslovski 2021",
                                       .assumes = "nothing",
                                       .formula = "n/p*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta",
                                       .cost = cost},
                                      run};

}  // namespace
}  // namespace collsim
