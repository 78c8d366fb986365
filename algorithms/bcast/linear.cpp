#include <vector>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear broadcast: the root sends the vector to every other rank, all at once.
///
/// Source:  Open MPI, basic_linear.
/// Assumes: nothing; any p, any root. An empty vector is one empty message.
/// Cost:    (p-1)(alpha + n beta) where a rank sends one message at a time.
void run(Comm& comm, const Bcast& call, const Options&) {
  if (comm.rank() != call.root) return comm.recv(call.buffer, call.count, call.type, call.root);
  std::vector<Comm::Request> requests;
  for (int step = 1; step < comm.size(); ++step)
    requests.push_back(comm.isend(call.buffer, call.count, call.type, (call.root + step) % comm.size()));
  for (Comm::Request& request : requests) comm.wait(request);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost;
  for (int u = 1; u < shape.processes; ++u)
    cost.push_back(
        {.messages = 1, .volume = shape.bytes(), .bytes = shape.bytes(), .pairs = pairs::spoke(u)});
  return cost;
}

const Registration<Bcast> linear{{.name = "linear",
                                  .source = "Open MPI",
                                  .assumes = "nothing",
                                  .formula = "(p - 1)*(alpha + n*beta)",
                                  .concurrent = true,
                                  .cost = cost},
                                 run};

}  // namespace
}  // namespace collsim
