#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Dissemination barrier: in round j every rank tells the one 2^j further on, and hears from the one 2^j
/// before.
///
/// Source:  Hensgen, Finkel and Manber, Int. J. Parallel Programming 17(1), 1988, doi:10.1007/BF01379320.
/// Assumes: nothing; any p.
/// Cost:    ceil(lg p) alpha.
void run(Comm& comm, const Barrier&, const Options&) {
  const int p = comm.size();
  for (int distance = 1; distance < p; distance *= 2)
    comm.sendrecv(nullptr, 0, (comm.rank() + distance) % p, nullptr, 0, (comm.rank() - distance + p) % p,
                  MPI_BYTE);
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost;
  for (int distance = 1; distance < shape.processes; distance *= 2)
    cost.push_back({.messages = shape.processes, .pairs = pairs::shift(distance)});
  return cost;
}

const Registration<Barrier> dissemination{{.name = "dissemination",
                                           .source = "Hensgen, Finkel and Manber 1988",
                                           .assumes = "nothing",
                                           .formula = "(r > 0 ? k + 1 : k)*alpha",
                                           .cost = cost},
                                          run};

}  // namespace
}  // namespace collsim
