#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/patterns/own_block.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

/// Linear gather: every rank sends its block to the root, which receives them one after another.
///
/// Source:  as in Open MPI and MPICH, for long blocks and few ranks.
/// Assumes: nothing; any p, any root, any block sizes; empty blocks are sent.
/// Cost:    n/p kappa + (p-1)(alpha + n/p beta); in all, (p-1) alpha + (n - m_root) beta.
template <class Call>
void run(Comm& comm, const Call& call, const Options&) {
  if (comm.rank() != call.root) return comm.send(call.send, call.count, call.type, call.root);
  const Places places = received(call, comm.size());
  const MPI_Aint extent = comm.extent(call.type);
  place_own_block(comm, call, places[call.root]);
  for (int step = 1; step < comm.size(); ++step) {
    const int source = (call.root + step) % comm.size();
    comm.recv(element(call.recv, places[source].first, extent), places[source].count, call.type, source);
  }
}

Cost cost(const Shape& shape, const Options&) {
  const Places all = blocks(shape);
  const auto bytes = [&](int u) { return all[(shape.root + u) % shape.processes].count * shape.type_size; };
  Cost cost{{.copied = shape.in_place ? 0 : bytes(0)}};
  for (int u = 1; u < shape.processes; ++u)
    cost.push_back({.messages = 1, .volume = bytes(u), .bytes = bytes(u), .pairs = pairs::spoke(u)});
  return cost;
}

const Description about{.name = "linear",
                        .source = "Open MPI, MPICH",
                        .assumes = "nothing",
                        .formula = "n/p*kappa + (p - 1)*(alpha + n/p*beta)",
                        .cost = cost};
const Registration<Gather> linear{about, run};
const Registration<Gatherv> linear_v{about, run};

}  // namespace
}  // namespace collsim
