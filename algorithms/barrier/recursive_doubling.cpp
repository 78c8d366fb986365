#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// Recursive doubling (butterfly) barrier: in round j, virtual ranks at distance 2^j tell each other.
///
/// Source:  Brooks, Int. J. Parallel Programming 15(4), 1986, doi:10.1007/BF01407877.
/// Assumes: nothing; any p, r = p - P ranks fold first and are told last.
/// Cost:    k alpha, and 2 alpha more where r > 0.
void run(Comm& comm, const Barrier&, const Options&) {
  const Fold fold(comm.size());
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (fold.folded(rank)) {
    comm.send(nullptr, 0, MPI_BYTE, partner);
    return comm.recv(nullptr, 0, MPI_BYTE, partner);
  }
  if (partner >= 0) comm.recv(nullptr, 0, MPI_BYTE, partner);
  for (int round = 0; round < fold.rounds(); ++round) {
    const int other = fold.real_rank(fold.virtual_rank(rank) ^ (1 << round));
    comm.sendrecv(nullptr, 0, other, nullptr, 0, other, MPI_BYTE);
  }
  if (partner >= 0) comm.send(nullptr, 0, MPI_BYTE, partner);
}

Cost cost(const Shape& shape, const Options&) {
  const Fold fold(shape.processes);
  const Shape empty{.processes = shape.processes};
  Cost cost;
  if (fold.folds()) cost.push_back(fold_stage(empty));
  for (int round = 0; round < fold.rounds(); ++round)
    cost.push_back({.messages = fold.survivors(), .pairs = pairs::exchange(1 << round)});
  if (fold.folds()) cost.push_back(unfold_stage(empty));
  return cost;
}

const Registration<Barrier> recursive_doubling{{.name = "recursive_doubling",
                                                .source = "Brooks 1986",
                                                .assumes = "nothing",
                                                .formula = "(r > 0 ? k + 2 : k)*alpha",
                                                .cost = cost},
                                               run};

}  // namespace
}  // namespace collsim
