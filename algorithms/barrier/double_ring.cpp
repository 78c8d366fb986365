#include "algorithms/algorithm.hpp"

namespace collsim {
namespace {

/// Double-ring barrier: a message goes around the ring of ranks from rank 0 on, twice.
///
/// Source:  Open MPI, double ring.
/// Assumes: nothing; any p.
/// Cost:    2p alpha for p > 1.
void run(Comm& comm, const Barrier&, const Options&) {
  const int p = comm.size();
  const int rank = comm.rank();
  if (p == 1) return;
  for (int turn = 0; turn < 2; ++turn) {
    if (rank > 0) comm.recv(nullptr, 0, MPI_BYTE, rank - 1);
    comm.send(nullptr, 0, MPI_BYTE, (rank + 1) % p);
    if (rank == 0) comm.recv(nullptr, 0, MPI_BYTE, p - 1);
  }
}

Cost cost(const Shape& shape, const Options&) {
  if (shape.processes == 1) return {};
  return {{.repeat = 2 * std::int64_t{shape.processes}, .messages = 1, .pairs = pairs::shift(1)}};
}

const Registration<Barrier> double_ring{{.name = "double_ring",
                                         .source = "Open MPI",
                                         .assumes = "nothing",
                                         .formula = "(p > 1 ? 2*p*alpha : 0)",
                                         .cost = cost},
                                        run};

}  // namespace
}  // namespace collsim
