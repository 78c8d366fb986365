#include "algorithms/patterns/bine.hpp"

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/rounds.hpp"
#include "algorithms/patterns/at_root.hpp"
#include "algorithms/patterns/bine_range.hpp"
#include "algorithms/patterns/bine_subtree.hpp"
#include "algorithms/patterns/own_block.hpp"

namespace collsim {
namespace {

/// The farthest ranks first; the root puts the blocks in order.
void permute(Comm& comm, const Gather& call) {
  const BineSubtree tree(comm.rank(), comm.size(), call.root);
  if (tree.is_leaf()) return comm.send(call.send, call.count, call.type, tree.parent());
  const BineBlocks block(comm, tree, call.count, call.type);
  const MPI_Aint extent = comm.extent(call.type);
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

/// The nearest ranks first, whose blocks are neighbours.
void extend(Comm& comm, const Gather& call) {
  const int p = comm.size();
  const BineRange tree(comm.rank(), p, call.root);
  if (tree.is_leaf()) return comm.send(call.send, call.count, call.type, tree.parent());
  const Places places = received(call, p);
  const Scratch scratch = comm.scratch(tree.is_root() ? 0 : tree.width() * call.count, call.type);
  const auto block = [&](int rank) {
    return element(scratch.data(), tree.place(rank) * call.count, comm.extent(call.type));
  };
  if (tree.is_root())
    place_own_block(comm, call, places[static_cast<std::size_t>(call.root)]);
  else
    comm.copy(call.send, block(comm.rank()), call.count, call.type);
  for (int round = 0; round < tree.rounds(); ++round) {
    const int child = tree.child(round), first = BineRange(child, p, call.root).first(round);
    if (tree.is_root())
      receive_at_root(comm, call, slice(places, first, 1 << round), child);
    else
      comm.recv(block(first), call.count << round, call.type, child);
  }
  if (!tree.is_root()) comm.send(scratch.data(), tree.width() * call.count, call.type, tree.parent());
}

/// Bine tree gather: the butterfly of bine.hpp backwards, or (`blocks=adjacent`) as it is.
///
/// Source:  De Sensi et al., SC 2025, arXiv:2508.17311; of its ways to deal with blocks that lie apart,
///          `permute`.
/// Assumes: p is a power of two; any root. Leaves send what they were given without a copy.
/// Cost:    n/p kappa + lg p alpha + (p-1)/p n (beta + kappa); adjacent, without the last kappa but for messages whose
///          blocks are the vector's last and first, which the root copies as well.
void run(Comm& comm, const Gather& call, const Options& options) {
  are_adjacent(options) ? extend(comm, call) : permute(comm, call);
}

Rounds permuted_rounds(const Shape& shape) {
  const int p = shape.processes;
  const std::int64_t block = shape.bytes() / p;
  const auto tree = [p, root = shape.root](int rank) { return BineSubtree(rank, p, root); };
  Rounds rounds(p);
  rounds.copy([&](int rank) { return own_copy(shape, tree(rank)); });
  for (int width = 1; width < p; width *= 2)
    rounds.send([tree, width](int rank) { return tree(rank).sends(width) ? tree(rank).parent() : -1; },
                [&](int) { return width * block; });
  rounds.copy([&](int rank) { return rank == shape.root ? (p - 1) * block : 0; });
  return rounds;
}

Rounds adjacent_rounds(const Shape& shape) {
  const int p = shape.processes;
  const Places all = blocks(shape);
  const auto tree = [p, root = shape.root](int rank) { return BineRange(rank, p, root); };
  Rounds rounds(p);
  rounds.copy([&](int rank) { return own_copy(shape, tree(rank)); });
  for (int round = 0; 1 << round < p; ++round) {
    const Places part = slice(all, tree(tree(shape.root).child(round)).first(round), 1 << round);
    rounds.send(
        [tree, round](int rank) {
          const BineRange own = tree(rank);
          return !own.is_root() && own.rounds() == round ? own.parent() : -1;
        },
        [&](int) { return part.total() * shape.type_size; });
    if (!part.in_sequence())
      rounds.copy([&](int rank) { return rank == shape.root ? part.total() * shape.type_size : 0; });
  }
  return rounds;
}

Rounds rounds(const Shape& shape, const Options& options) {
  return are_adjacent(options) ? adjacent_rounds(shape) : permuted_rounds(shape);
}

const Registration<Gather> bine{{.name = "bine",
                                 .source = "De Sensi et al. 2025",
                                 .assumes = "p is a power of two",
                                 .formula = "n/p*kappa + k*alpha + (p - 1)/p*n*(beta + kappa)",
                                 .options = {bine_order_option()},
                                 .cost = cost_of<rounds>,
                                 .exact = exact_of<rounds>,
                                 .unsupported = unless_power_of_two},
                                run};

}  // namespace
}  // namespace collsim
