#include <bit>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/pieces.hpp"

namespace collsim {
namespace {

/// Every second of the blocks that lie a multiple of `distance` below `first` (mod p), as far as there are
/// blocks for a rank that is to have all of these.
std::vector<Range> every_second(const Allgather& call, int first, int distance, int processes) {
  const int held = (processes + distance - 1) / distance;
  std::vector<Range> blocks;
  for (int piece = 0; piece < held / 2; ++piece) {
    const int block = (first - 2 * piece * distance) % processes;
    blocks.push_back({(block < 0 ? block + processes : block) * call.count, call.count});
  }
  return blocks;
}

bool joins(const Options& options) {
  return options.text("messages") == "joined";
}

/// Sparbit allgather: distances halve, so that the most data travel between the nearest ranks, and every
/// block goes to its place at once. After the round at distance d, a rank has those blocks that lie a
/// multiple of d below its own. A round is one message of a derived type, or a message for each block, all at once.
///
/// Source:  Loch and Koslovski, arXiv:2109.08751, 2021.
/// Assumes: nothing; any p.
/// Cost:    n/p kappa + ceil(lg p) alpha + (p-1)/p n beta; with a message for each block, n/p kappa + (p-1)(alpha +
///          n/p beta) where a rank sends one message at a time.
void run(Comm& comm, const Allgather& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const MPI_Aint extent = comm.extent(call.type);
  place_own_block(comm, call);
  for (int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(p)) / 2); distance > 0;
       distance /= 2) {
    const int source = (rank - distance + p) % p, destination = (rank + distance) % p;
    const std::vector<Range> sent = every_second(call, rank, distance, p);
    const std::vector<Range> received = every_second(call, rank - distance, distance, p);
    std::vector<Comm::Request> requests;
    if (joins(options)) {
      const Pieces out(comm, sent, call.type), in(comm, received, call.type);
      requests.push_back(comm.irecv(call.recv, in.count(), in.type(), source));
      requests.push_back(comm.isend(call.recv, out.count(), out.type(), destination));
      for (Comm::Request& request : requests) comm.wait(request);
      continue;
    }
    for (const Range& block : received)
      requests.push_back(comm.irecv(element(call.recv, block.first, extent), block.count, call.type, source));
    for (const Range& block : sent)
      requests.push_back(
          comm.isend(element(call.recv, block.first, extent), block.count, call.type, destination));
    for (Comm::Request& request : requests) comm.wait(request);
  }
}

Cost cost(const Shape& shape, const Options& options) {
  const std::int64_t p = shape.processes;
  Cost cost{own_block_stage(shape)};
  for (auto distance = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(p)) / 2);
       distance > 0; distance /= 2) {
    const std::int64_t blocks = (p + distance - 1) / distance / 2;
    const std::int64_t bytes = (joins(options) ? blocks : 1) * (shape.bytes() / p);
    for (std::int64_t message = 0; message < (joins(options) ? 1 : blocks); ++message)
      cost.push_back({.messages = p, .volume = p * bytes, .bytes = bytes, .pairs = pairs::shift(distance)});
  }
  return cost;
}

const Registration<Allgather> sparbit{
    {.name = "sparbit",
     .source = "Loch and Koslovski 2021",
     .assumes = "nothing",
     .formula = "n/p*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*beta",
     .options = {{"messages",
                  "joined",
                  "what a round sends: one message, or each block by itself",
                  {"joined", "single"}}},
     .concurrent = true,
     .cost = cost},
    run};

}  // namespace
}  // namespace collsim
