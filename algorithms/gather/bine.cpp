#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/bine_subtree.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// Bine tree gather: the butterfly of bine.hpp backwards, the farthest ranks first; the root puts the blocks
/// in order.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two; any root. Leaves send what they were given without a copy.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n (beta + kappa).
void run(Comm& comm, const Gather& call, const Options&) {
  const BineSubtree tree(comm.rank(), comm.size(), call.root);
  if (tree.is_leaf()) return comm.send(call.send, call.count, call.type, tree.parent());
  const BineBlocks block(comm, tree, call.count, call.type);
  const MPI_Aint extent = Comm::extent(call.type);
  if (tree.is_root())
    place_own_block(comm, call, {call.root * call.count, call.count});
  else
    comm.copy(call.send, block(0), call.count, call.type);
  for (int width = 1; width < tree.width(); width *= 2)
    comm.recv(block(width), width * call.count, call.type, tree.child(width));
  if (!tree.is_root()) return comm.send(block(0), tree.width() * call.count, call.type, tree.parent());
  for (int rank = 0; rank < comm.size(); ++rank)
    if (rank != call.root)
      comm.copy(block(tree.block(rank)), element(call.recv, rank * call.count, extent), call.count,
                call.type);
}

Rounds rounds(const Shape& shape, const Options&) {
  const int p = shape.processes;
  const std::int64_t block = shape.bytes() / p;
  const auto tree = [p, root = shape.root](int rank) { return BineSubtree(rank, p, root); };
  Rounds rounds(p);
  rounds.copy([&](int rank) { return own_copy(shape, rank); });
  for (int width = 1; width < p; width *= 2)
    rounds.send([tree, width](int rank) { return tree(rank).sends(width) ? tree(rank).parent() : -1; },
                [&](int) { return width * block; });
  rounds.copy([&](int rank) { return rank == shape.root ? (p - 1) * block : 0; });
  return rounds;
}

const Registration<Gather> bine{{.name = "bine",
                                 .source = "De Sensi et al. 2025",
                                 .assumes = "p is a power of two",
                                 .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*(beta + kappa)",
                                 .cost = cost_of<rounds>,
                                 .exact = exact_of<rounds>,
                                 .unsupported = unless_power_of_two},
                                run};

}  // namespace
}  // namespace collsim
