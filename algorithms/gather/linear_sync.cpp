#include <algorithm>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

struct BlockParts {
  std::int64_t first, rest;  ///< elements of a block
};

BlockParts parts(std::int64_t block, std::int64_t type_size, const Options& options) {
  const std::int64_t bytes = options.integer("first_bytes");
  const std::int64_t first =
      bytes == 0 ? block
                 : std::min(block, std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, type_size)));
  return {first, block - first};
}

/// Linear gather with synchronization: the root asks one rank after the other for its block by an empty message,
/// so that never two blocks are under way to it. With a first part it asks the next rank when that has come, while the
/// rest of the block is still under way.
///
/// Source:  as in Open MPI, linear_sync.
/// Assumes: nothing; any p, any root.
/// Cost:    n/p kappa + (p-1)(2 alpha + n/p beta); in two parts at most (p-1) alpha more, where a rank receives one message
///          at a time.
void run(Comm& comm, const Gather& call, const Options& options) {
  const auto [first, rest] = parts(call.count, comm.size_of(call.type), options);
  const Aint extent = comm.extent(call.type);
  if (comm.rank() != call.root) {
    comm.recv(nullptr, 0, call.type, call.root);
    comm.send(call.send, first, call.type, call.root);
    if (rest > 0) comm.send(element(call.send, first, extent), rest, call.type, call.root);
    return;
  }
  place_own_block(comm, call, {call.root * call.count, call.count});
  std::vector<Comm::Request> under_way;
  for (int step = 1; step < comm.size(); ++step) {
    const int source = (call.root + step) % comm.size();
    const std::int64_t place = source * call.count;
    Comm::Request block = comm.irecv(element(call.recv, place, extent), first, call.type, source);
    comm.send(nullptr, 0, call.type, source);
    if (rest > 0)
      under_way.push_back(comm.irecv(element(call.recv, place + first, extent), rest, call.type, source));
    comm.wait(block);
  }
  for (Comm::Request& block : under_way) comm.wait(block);
}

Cost cost(const Shape& shape, const Options& options) {
  const auto [first, rest] = parts(shape.count / shape.processes, shape.type_size, options);
  Cost cost{own_block_stage(shape)};
  for (int u = 1; u < shape.processes; ++u) {
    const auto push = [&](std::int64_t bytes) {
      cost.push_back({.messages = 1, .volume = bytes, .bytes = bytes, .pairs = pairs::spoke(u)});
    };
    push(0);
    push(first * shape.type_size);
    if (rest > 0) push(rest * shape.type_size);
  }
  return cost;
}

bool exact(const Shape& shape, const Options& options) {
  return shape.processes == 1 || parts(shape.count / shape.processes, shape.type_size, options).rest == 0;
}

const Registration<Gather> linear_sync{
    {.name = "linear_sync",
     .source = "Open MPI",
     .assumes = "nothing",
     .formula = "n/p*kappa + (p - 1)*(2*alpha + n/p*beta)",
     .options = {{"first_bytes", "0", "of each block, come in a message of their own; 0: all of it in one"}},
     .cost = cost,
     .exact = exact},
    run};

}  // namespace
}  // namespace collsim
