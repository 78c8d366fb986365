#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear gather: every rank sends its block to the root, which receives them one after another.
///
/// Source:  as in Open MPI and MPICH, for long blocks and few ranks.
/// Assumes: nothing; any p, any root.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta).
void run(Comm& comm, const Gather& call, const Options&) {
  if (comm.rank() != call.root) return comm.send(call.send, call.count, call.type, call.root);
  const MPI_Aint extent = Comm::extent(call.type);
  const auto place = [&](int rank) { return element(call.recv, std::int64_t{rank} * call.count, extent); };
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, place(call.root), call.count, call.type);
  for (int step = 1; step < comm.size(); ++step) {
    const int source = (call.root + step) % comm.size();
    comm.recv(place(source), call.count, call.type, source);
  }
}

Cost cost(const Shape& shape, const Options&) {
  const std::int64_t block = shape.bytes() / shape.processes;
  Cost cost{{.copied = shape.in_place ? 0 : block}};
  for (int distance = 1; distance < shape.processes; ++distance)
    cost.push_back({.messages = 1, .volume = block, .bytes = block, .peer = {Peer::Kind::spoke, distance}});
  return cost;
}

const Registration<Gather> linear{{.name = "linear",
                                   .source = "Open MPI, MPICH",
                                   .assumes = "nothing",
                                   .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
                                   .cost = cost},
                                  run};

}  // namespace
}  // namespace collsim
