#include <algorithm>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear scatter: the root sends every rank its block, one after another.
///
/// Source:  as in Open MPI and MPICH, for long blocks and few ranks.
/// Assumes: nothing; any p, any root.
/// Cost:    (p-1)(alpha + n/p beta) + n/p kappa.
void run(Comm& comm, const Scatter& call, const Options&) {
  if (comm.rank() != call.root) return comm.recv(call.recv, call.count, call.type, call.root);
  const MPI_Aint extent = Comm::extent(call.type);
  const auto place = [&](int rank) { return element(call.send, std::int64_t{rank} * call.count, extent); };
  for (int step = 1; step < comm.size(); ++step) {
    const int destination = (call.root + step) % comm.size();
    comm.send(place(destination), call.count, call.type, destination);
  }
  if (call.recv != MPI_IN_PLACE) comm.copy(place(call.root), call.recv, call.count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = describe(Gather::collective, "linear").cost(shape, {});
  std::reverse(cost.begin(), cost.end());
  return cost;
}

const Registration<Scatter> linear{{.name = "linear",
                                    .source = "Open MPI, MPICH",
                                    .assumes = "nothing",
                                    .formula = "(p - 1)*(alpha + n/p*beta) + n/p*kappa",
                                    .cost = cost},
                                   run};

}  // namespace
}  // namespace collsim
