#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Linear gather with synchronization: the root asks one rank after the other for its block by an empty message,
/// so that never two blocks are under way to it.
///
/// Source:  as in Open MPI, linear_sync without a first segment.
/// Assumes: nothing; any p, any root.
/// Cost:    n/p kappa + (p-1)(2 alpha + n/p beta).
void run(Comm& comm, const Gather& call, const Options&) {
  if (comm.rank() != call.root) {
    comm.recv(nullptr, 0, call.type, call.root);
    return comm.send(call.send, call.count, call.type, call.root);
  }
  place_own_block(comm, call, {call.root * call.count, call.count});
  for (int step = 1; step < comm.size(); ++step) {
    const int source = (call.root + step) % comm.size();
    void* const place = element(call.recv, source * call.count, comm.extent(call.type));
    Comm::Request block = comm.irecv(place, call.count, call.type, source);
    comm.send(nullptr, 0, call.type, source);
    comm.wait(block);
  }
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t block = shape.bytes() / shape.processes;
  Cost cost{own_block_stage(shape)};
  for (int u = 1; u < shape.processes; ++u) {
    cost.push_back({.messages = 1, .pairs = pairs::spoke(u)});
    cost.push_back({.messages = 1, .volume = block, .bytes = block, .pairs = pairs::spoke(u)});
  }
  return cost;
}

const Registration<Gather> linear_sync{{.name = "linear_sync",
                                        .source = "Open MPI",
                                        .assumes = "nothing",
                                        .formula = "n/p*kappa + (p - 1)*(2*alpha + n/p*beta)",
                                        .cost = cost},
                                       run};

}  // namespace
}  // namespace collsim
