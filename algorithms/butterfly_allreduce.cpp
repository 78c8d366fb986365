#include "algorithms/butterfly_allreduce.hpp"

#include "algorithms/halving.hpp"
#include "algorithms/reduction.hpp"

namespace collsim {

void allreduce_by_doubling(Comm& comm, const Allreduce& call, const Butterfly& butterfly) {
  const Fold& fold = butterfly.fold();
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (fold.folded(rank)) {
    comm.send(contribution(call), call.count, call.type, partner);
    return comm.recv(call.recv, call.count, call.type, partner);
  }
  Reduction sum(comm, call, lefts(fold, rank, fold.rounds()), Reduction::Start::copies);
  if (partner >= 0) sum.absorb(partner);
  const Range whole{0, call.count};
  for (int round = 0; round < butterfly.rounds(); ++round)
    sum.exchange(butterfly.partner(rank, round), whole, whole);
  if (partner >= 0) comm.send(call.recv, call.count, call.type, partner);
}

Cost allreduce_by_doubling_cost(const Shape& shape, const Butterfly& butterfly) {
  const Fold& fold = butterfly.fold();
  Cost cost{copy_stage(shape)};
  if (fold.folds()) cost.push_back(fold_stage(shape));
  for (int round = 0; round < butterfly.rounds(); ++round)
    cost.push_back({.messages = fold.survivors(),
                    .volume = fold.survivors() * shape.bytes(),
                    .bytes = shape.bytes(),
                    .reduced = shape.bytes(),
                    .peer = butterfly.peer(round)});
  if (fold.folds()) cost.push_back(unfold_stage(shape));
  return cost;
}

void allreduce_by_halving(Comm& comm, const Allreduce& call, const Butterfly& butterfly, bool folds_halves) {
  const Fold& fold = butterfly.fold();
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (fold.folded(rank) && !folds_halves) comm.send(contribution(call), call.count, call.type, partner);
  if (!fold.folded(rank) || folds_halves) {
    Reduction sum(comm, call, lefts(fold, rank, fold.rounds()), Reduction::Start::borrows);
    if (folds_halves) fold_halves(comm, sum, call.count, call.type, fold);
    if (!folds_halves && partner >= 0) sum.absorb(partner);
    if (!fold.folded(rank)) reduce_scatter_halves(comm, sum, call.count, butterfly);
  }
  if (fold.folded(rank)) return comm.recv(call.recv, call.count, call.type, partner);
  allgather_halves(comm, call.recv, call.count, call.type, butterfly);
  if (partner >= 0) comm.send(call.recv, call.count, call.type, partner);
}

Cost allreduce_by_halving_cost(const Shape& shape, const Butterfly& butterfly, bool folds_halves) {
  Cost cost{borrow_stage(shape)};
  const auto append = [&cost](const Cost& phase) { cost.insert(cost.end(), phase.begin(), phase.end()); };
  const bool folds = butterfly.fold().folds();
  if (folds) append(folds_halves ? fold_halves_cost(shape) : Cost{fold_stage(shape)});
  append(reduce_scatter_halves_cost(shape, butterfly));
  append(allgather_halves_cost(shape, butterfly));
  if (folds) cost.push_back(unfold_stage(shape));
  return cost;
}

}  // namespace collsim
