#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/bine_subtree.hpp"

namespace collsim {
namespace {

/// Bine tree scatter: the root puts the blocks in an order in which those that travel together lie side by
/// side; then the butterfly of bine.hpp, the nearest ranks first.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two; any root. Its tree is that of gather/bine.
/// Cost:    lg p alpha + (p-1)/p n (beta + kappa) + n/p kappa.
void run(Comm& comm, const Scatter& call, const Options&) {
  const BineSubtree tree(comm.rank(), comm.size(), call.root);
  if (tree.is_leaf()) return comm.recv(call.recv, call.count, call.type, tree.parent());
  const BineBlocks block(comm, tree, call.count, call.type);
  const MPI_Aint extent = Comm::extent(call.type);
  const auto own = [&] { return element(call.send, call.root * call.count, extent); };
  for (int rank = 0; tree.is_root() && rank < comm.size(); ++rank)
    if (rank != call.root)
      comm.copy(element(call.send, rank * call.count, extent), block(tree.block(rank)), call.count,
                call.type);
  if (!tree.is_root()) comm.recv(block(0), tree.width() * call.count, call.type, tree.parent());
  for (int width = tree.width() / 2; width > 0; width /= 2)
    comm.send(block(width), width * call.count, call.type, tree.child(width));
  if (call.recv != MPI_IN_PLACE)
    comm.copy(tree.is_root() ? own() : block(0), call.recv, call.count, call.type);
}

Rounds rounds(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const std::int64_t block = shape.bytes() / p;
  const auto tree = [p, root = shape.root](int rank) { return BineSubtree(rank, p, root); };
  Rounds rounds(p);
  rounds.copy([&](int rank) { return rank == shape.root ? (p - 1) * block : 0; });
  for (int width = p / 2; width > 0; width /= 2)
    rounds.send(
        [tree, width](int rank) {
          const BineSubtree own = tree(rank);
          return own.width() > width ? own.child(width) : -1;
        },
        [&](int) { return width * block; });
  rounds.copy([&](int rank) { return own_copy(shape, rank); });
  return rounds;
}

const Registration<Scatter> bine{{.name = "bine",
                                  .source = "De Sensi et al. 2025",
                                  .assumes = "p is a power of two",
                                  .formula = "k*alpha + (p - 1)/p*n*(beta + kappa) + n/p*kappa",
                                  .cost = cost_of<rounds>,
                                  .exact = exact_of<rounds>,
                                  .unsupported = unless_power_of_two},
                                 run};

}  // namespace
}  // namespace collsim
