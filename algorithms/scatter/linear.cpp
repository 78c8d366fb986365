#include <algorithm>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/places.hpp"

namespace collsim {
namespace {

/// Linear scatter: the root sends every rank its block, one after another, or (linear_isend) all at once.
///
/// Source:  as in Open MPI and MPICH, for long blocks and few ranks; linear_isend: Open MPI's linear_nb.
/// Assumes: nothing; any p, any root, any block sizes; empty blocks are sent.
/// Cost:    (p-1)(alpha + n/p beta) + n/p kappa; in all, (p-1) alpha + (n - m_root) beta. At once, where a rank
///          sends one message at a time.
template <class Call, bool at_once>
void run(Comm& comm, const Call& call, const Options&) {
  if (comm.rank() != call.root) return comm.recv(call.recv, call.count, call.type, call.root);
  const Places places = sent(call, comm.size());
  const MPI_Aint extent = comm.extent(call.type);
  const auto block = [&](int rank) { return element(call.send, places[rank].first, extent); };
  std::vector<Comm::Request> requests;
  for (int step = 1; step < comm.size(); ++step) {
    const int destination = (call.root + step) % comm.size();
    if constexpr (at_once)
      requests.push_back(comm.isend(block(destination), places[destination].count, call.type, destination));
    else
      comm.send(block(destination), places[destination].count, call.type, destination);
  }
  for (Comm::Request& request : requests) comm.wait(request);
  if (call.recv != MPI_IN_PLACE) comm.copy(block(call.root), call.recv, places[call.root].count, call.type);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = describe(Gather::collective, "linear").cost(shape, {});
  std::reverse(cost.begin(), cost.end());
  return cost;
}

Description about(const std::string& name, bool concurrent) {
  return {.name = name,
          .source = "Open MPI, MPICH",
          .assumes = "nothing",
          .formula = "(p - 1)*(alpha + n/p*beta) + n/p*kappa",
          .concurrent = concurrent,
          .cost = cost};
}

const Registration<Scatter> linear{about("linear", false), run<Scatter, false>};
const Registration<Scatterv> linear_v{about("linear", false), run<Scatterv, false>};
const Registration<Scatter> linear_isend{about("linear_isend", true), run<Scatter, true>};
const Registration<Scatterv> linear_isend_v{about("linear_isend", true), run<Scatterv, true>};

}  // namespace
}  // namespace collsim
