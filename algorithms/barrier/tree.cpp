#include "algorithms/algorithm.hpp"
#include "algorithms/patterns/subtree.hpp"

namespace collsim {
namespace {

/// Tree barrier: up a binomial tree to rank 0, then down again.
///
/// Source:  Mellor-Crummey and Scott, ACM TOCS 9(1), 1991, doi:10.1145/103727.103729, as a combining tree.
/// Assumes: nothing; any p.
/// Cost:    2 ceil(lg p) alpha.
void run(Comm& comm, const Barrier&, const Options&) {
  const Subtree tree(comm.rank(), comm.size(), 0);
  for (int distance = 1; distance <= tree.farthest(); distance *= 2)
    comm.recv(nullptr, 0, MPI_BYTE, tree.child(distance));
  if (!tree.is_root()) {
    comm.send(nullptr, 0, MPI_BYTE, tree.parent());
    comm.recv(nullptr, 0, MPI_BYTE, tree.parent());
  }
  for (int distance = tree.farthest(); distance > 0; distance /= 2)
    comm.send(nullptr, 0, MPI_BYTE, tree.child(distance));
}

Cost cost(const Shape& shape, const Options&) {
  Cost cost = subtree_cost({.processes = shape.processes});
  for (Stage& round : cost) round.repeat = 2;
  return cost;
}

const Registration<Barrier> tree{{.name = "tree",
                                  .source = "Mellor-Crummey and Scott 1991",
                                  .assumes = "nothing",
                                  .formula = "2*(r > 0 ? k + 1 : k)*alpha",
                                  .cost = cost},
                                 run};

}  // namespace
}  // namespace collsim
