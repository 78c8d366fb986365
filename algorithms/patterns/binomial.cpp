#include "algorithms/patterns/binomial.hpp"

#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

/// A round in which children send to their parents, or the other way round.
Stage tree_stage(const Shape& shape, const Butterfly& butterfly, int round, bool up) {
  const std::int64_t messages = butterfly.fold().survivors() >> (round + 1);
  Stage stage{.messages = messages,
              .volume = messages * shape.bytes(),
              .bytes = shape.bytes(),
              .reduced = up ? shape.bytes() : 0,
              .pairs = pairs::tree(1 << round)};
  if (butterfly.swings())
    stage.pairs = pairs::to([butterfly, round, up](int rank) {
      if (butterfly.fold().folded(rank)) return -1;
      const int own = butterfly.rounds_as_parent(rank);
      return (up ? own == round : own > round) ? butterfly.partner(rank, round) : -1;
    });
  return stage;
}

}  // namespace

void reduce_tree(Comm& comm, const Allreduce& call, const Butterfly& butterfly) {
  const int rank = comm.rank();
  const Fold& fold = butterfly.fold();
  const int partner = fold.partner(rank);
  if (fold.folded(rank)) return comm.send(contribution(call), call.count, call.type, partner);

  const int rounds = butterfly.rounds_as_parent(rank);
  const int parent = rounds == butterfly.rounds() ? -1 : butterfly.partner(rank, rounds);
  const bool leaf = partner < 0 && rounds == 0 && parent >= 0;
  if (leaf) return comm.send(contribution(call), call.count, call.type, parent);

  Reduction sum(comm, call, lefts(fold, rank, rounds), Reduction::Start::copies);
  if (partner >= 0) sum.absorb(partner);
  for (int round = 0; round < rounds; ++round) sum.absorb(butterfly.partner(rank, round));
  if (parent >= 0) comm.send(sum.values(), call.count, call.type, parent);
}

void broadcast_tree(Comm& comm, void* buffer, std::int64_t count, Datatype type, const Butterfly& butterfly) {
  const int rank = comm.rank();
  const Fold& fold = butterfly.fold();
  const int partner = fold.partner(rank);
  if (fold.folded(rank)) return comm.recv(buffer, count, type, partner);

  const int rounds = butterfly.rounds_as_parent(rank);
  if (rounds < butterfly.rounds()) comm.recv(buffer, count, type, butterfly.partner(rank, rounds));
  for (int round = rounds - 1; round >= 0; --round)
    comm.send(buffer, count, type, butterfly.partner(rank, round));
  if (partner >= 0) comm.send(buffer, count, type, partner);
}

Cost reduce_tree_cost(const Shape& shape, const Butterfly& butterfly) {
  Cost cost;
  if (butterfly.fold().folds()) cost.push_back(fold_stage(shape));
  for (int round = 0; round < butterfly.rounds(); ++round)
    cost.push_back(tree_stage(shape, butterfly, round, true));
  return cost;
}

Stage reduce_tree_copy_stage(const Shape& shape) {
  const Fold fold(shape.processes, shape.root);
  const bool swaps = !shape.commutative && lefts(fold, shape.root, fold.rounds()) % 2 != 0;
  const bool others =
      fold.folds() ? fold.pairs() > (fold.partner(shape.root) >= 0 ? 1 : 0) : shape.processes >= 4;
  return {.copied = !shape.in_place || swaps || others ? shape.bytes() : 0};
}

Cost broadcast_tree_cost(const Shape& shape, const Butterfly& butterfly) {
  Cost cost;
  for (int round = butterfly.rounds() - 1; round >= 0; --round)
    cost.push_back(tree_stage(shape, butterfly, round, false));
  if (butterfly.fold().folds()) cost.push_back(unfold_stage(shape));
  return cost;
}

}  // namespace collsim
