#include <vector>

#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Linear barrier: every rank tells rank 0, which then tells all.
///
/// Source:  Open MPI, linear.
/// Assumes: nothing; any p.
/// Cost:    2(p-1) alpha where a rank sends or receives one message at a time.
void run(Comm& comm, const Barrier&, const Options&) {
  if (comm.rank() > 0) {
    comm.send(nullptr, 0, MPI_BYTE, 0);
    return comm.recv(nullptr, 0, MPI_BYTE, 0);
  }
  std::vector<Comm::Request> requests;
  const auto wait_for_all = [&] {
    for (Comm::Request& request : requests) comm.wait(request);
    requests.clear();
  };
  for (int rank = 1; rank < comm.size(); ++rank) requests.push_back(comm.irecv(nullptr, 0, MPI_BYTE, rank));
  wait_for_all();
  for (int rank = 1; rank < comm.size(); ++rank) requests.push_back(comm.isend(nullptr, 0, MPI_BYTE, rank));
  wait_for_all();
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost;
  for (int way = 0; way < 2; ++way)
    for (int u = 1; u < shape.processes; ++u) cost.push_back({.messages = 1, .pairs = pairs::spoke(u)});
  return cost;
}

const Registration<Barrier> linear{{.name = "linear",
                                    .source = "Open MPI",
                                    .assumes = "nothing",
                                    .formula = "2*(p - 1)*alpha",
                                    .concurrent = true,
                                    .cost = cost},
                                   run};

}  // namespace
}  // namespace collsim
