#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

/// Linear scatter: the root sends every rank its block, one after another.
///
/// Source:  as in Open MPI and MPICH, for long blocks and few ranks.
/// Assumes: nothing; any p, any root, any block sizes; empty blocks are sent.
/// Cost:    (p-1)(alpha + n/p beta) + n/p kappa; in all, (p-1) alpha + (n - m_root) beta.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  if (comm.rank() != call.root) return comm.recv(call.recv, call.count, call.type, call.root);
  const Places places = sent(call, comm.size());
  const MPI_Aint extent = Comm::extent(call.type);
  const auto block = [&](int rank) { return element(call.send, places[rank].first, extent); };
  for (int step = 1; step < comm.size(); ++step) {
    const int destination = (call.root + step) % comm.size();
    comm.send(block(destination), places[destination].count, call.type, destination);
  }
  if (call.recv != MPI_IN_PLACE) comm.copy(block(call.root), call.recv, places[call.root].count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = describe(Gather::collective, "linear").cost(shape, {});
  std::reverse(cost.begin(), cost.end());
  return cost;
}

const Description about{.name = "linear",
                        .source = "Open MPI, MPICH",
                        .assumes = "nothing",
                        .formula = "(p - 1)*(alpha + n/p*beta) + n/p*kappa",
                        .cost = cost};
const Registration<Scatter> linear{about, run};
const Registration<Scatterv> linear_v{about, run};

}  // namespace
}  // namespace collsim
