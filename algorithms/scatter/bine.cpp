#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/at_root.hpp"
#include "algorithms/patterns/bine_range.hpp"
#include "algorithms/patterns/bine_subtree.hpp"

namespace collsim {
namespace {

/// The nearest ranks first; before, the root puts the blocks in an order in which those that travel together lie side by
/// side.
void permute(Comm& comm, const Scatter& call) {
  const BineSubtree tree(comm.rank(), comm.size(), call.root);
  if (tree.is_leaf()) return comm.recv(call.recv, call.count, call.type, tree.parent());
  const BineBlocks block(comm, tree, call.count, call.type);
  const MPI_Aint extent = comm.extent(call.type);
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

/// The farthest ranks first, so that those that travel together are neighbours.
void halve(Comm& comm, const Scatter& call) {
  const int p = comm.size();
  const BineRange tree(comm.rank(), p, call.root);
  if (tree.is_leaf()) return comm.recv(call.recv, call.count, call.type, tree.parent());
  const Places places = sent(call, p);
  const MPI_Aint extent = comm.extent(call.type);
  const Scratch scratch = comm.scratch(tree.is_root() ? 0 : tree.width() * call.count, call.type);
  const auto block = [&](int rank) { return element(scratch.data(), tree.place(rank) * call.count, extent); };
  if (!tree.is_root()) comm.recv(scratch.data(), tree.width() * call.count, call.type, tree.parent());
  for (int round = tree.rounds() - 1; round >= 0; --round) {
    const int child = tree.child(round), first = BineRange(child, p, call.root).first(round);
    if (tree.is_root())
      send_from_root(comm, call, slice(places, first, 1 << round), child);
    else
      comm.send(block(first), call.count << round, call.type, child);
  }
  if (!tree.is_root()) return comm.copy(block(comm.rank()), call.recv, call.count, call.type);
  if (call.recv != MPI_IN_PLACE)
    comm.copy(element(call.send, call.root * call.count, extent), call.recv, call.count, call.type);
}

/// Bine tree scatter: the butterfly of bine.hpp, or (`blocks=adjacent`) the butterfly backwards.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two; any root. Its trees are those of gather/bine.
/// Cost:    lg p alpha + (p-1)/p n (beta + kappa) + n/p kappa; adjacent, without the first kappa but for messages whose
///          blocks are the vector's last and first, which the root copies as well.
void run(Comm& comm, const Scatter& call, const Options& options) {
  are_adjacent(options) ? halve(comm, call) : permute(comm, call);
}

Rounds permuted_rounds(const Shape& shape) {
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
  rounds.copy([&](int rank) { return own_copy(shape, tree(rank)); });
  return rounds;
}

Rounds adjacent_rounds(const Shape& shape) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  const auto tree = [p, root = shape.root](int rank) { return BineRange(rank, p, root); };
  Rounds rounds(p);
  for (int round = tree(shape.root).rounds() - 1; round >= 0; --round) {
    const Places part = slice(all, tree(tree(shape.root).child(round)).first(round), 1 << round);
    if (!part.in_sequence())
      rounds.copy([&](int rank) { return rank == shape.root ? part.total() * shape.type_size : 0; });
    rounds.send(
        [tree, round](int rank) {
          const BineRange own = tree(rank);
          return own.rounds() > round ? own.child(round) : -1;
        },
        [&](int) { return part.total() * shape.type_size; });
  }
  rounds.copy([&](int rank) { return own_copy(shape, tree(rank)); });
  return rounds;
}

Rounds rounds(const Shape& shape, const Options& options) {
  return are_adjacent(options) ? adjacent_rounds(shape) : permuted_rounds(shape);
}

const Registration<Scatter> bine{{.name = "bine",
                                  .source = "De Sensi et al. 2025",
                                  .assumes = "p is a power of two",
                                  .formula = "k*alpha + (p - 1)/p*n*(beta + kappa) + n/p*kappa",
                                  .options = {bine_order_option()},
                                  .cost = cost_of<rounds>,
                                  .exact = exact_of<rounds>,
                                  .unsupported = unless_power_of_two},
                                 run};

}  // namespace
}  // namespace collsim
