#include "algorithms/algorithm.hpp"

namespace {

using namespace collsim;

/// Flat broadcast: the root sends the vector to one rank after the other.
///
/// Source:  none; what a loop over MPI_Send does.
/// Assumes: nothing; any p.
/// Cost:    (p-1)(alpha + n beta).
void run(Comm& comm, const Bcast& call, const Options&) {
  if (comm.rank() != call.root) return comm.recv(call.buffer, call.count, call.type, call.root);
  for (int u = 1; u < comm.size(); ++u)
    comm.send(call.buffer, call.count, call.type, (call.root + u) % comm.size());
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost;
  for (int u = 1; u < shape.processes; ++u)
    cost.push_back(
        {.messages = 1, .volume = shape.bytes(), .bytes = shape.bytes(), .pairs = pairs::spoke(u)});
  return cost;
}

const Registration<Bcast> one_by_one{{.name = "one_by_one",
                                      .source = "an example of collsim",
                                      .assumes = "nothing",
                                      .formula = "(p - 1)*(alpha + n*beta)",
                                      .cost = cost},
                                     run};

}  // namespace
