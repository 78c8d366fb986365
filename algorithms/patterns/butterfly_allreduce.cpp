#include "algorithms/patterns/butterfly_allreduce.hpp"

#include "algorithms/patterns/halving.hpp"
#include "algorithms/patterns/reduction.hpp"

namespace collsim {
namespace {

Cuts of_way_back(const Cuts& cuts) {
  return {cuts.way_back ? cuts.length : unsegmented, cuts.scarce};
}

/// Whole vectors in segments, to and from the partner of a fold.
void send_segments(Comm& comm, const void* vector, const Allreduce& call, int partner, std::int64_t length) {
  for (std::int64_t i = 0; i < segments_of(call.count, length); ++i) {
    const Range out = Range{0, call.count}.segment(i, length);
    comm.send(element(vector, out.first, comm.extent(call.type)), out.count, call.type, partner);
  }
}

void recv_segments(Comm& comm, const Allreduce& call, int partner, std::int64_t length) {
  for (std::int64_t i = 0; i < segments_of(call.count, length); ++i) {
    const Range in = Range{0, call.count}.segment(i, length);
    comm.recv(element(call.recv, in.first, comm.extent(call.type)), in.count, call.type, partner);
  }
}

}  // namespace

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
                    .pairs = butterfly.pairs(round)});
  if (fold.folds()) cost.push_back(unfold_stage(shape));
  return cost;
}

void allreduce_by_halving(Comm& comm, const Allreduce& call, const Butterfly& butterfly, bool folds_halves,
                          const Cuts& cuts) {
  const std::int64_t length = cuts.length;
  const Fold& fold = butterfly.fold();
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (fold.folded(rank) && !folds_halves) send_segments(comm, contribution(call), call, partner, length);
  if (!fold.folded(rank) || folds_halves) {
    const std::int64_t most = partner >= 0 && !folds_halves ? call.count : (call.count + 1) / 2;
    Reduction sum(comm, call, lefts(fold, rank, fold.rounds()), Reduction::Start::borrows,
                  length < most ? length : unsegmented);
    if (folds_halves) fold_halves(comm, sum, call.count, call.type, fold, length);
    if (!folds_halves && partner >= 0) sum.absorb_segments(partner, length);
    if (!fold.folded(rank)) reduce_scatter_halves(comm, sum, call.count, butterfly, cuts);
  }
  const Cuts back = of_way_back(cuts);
  if (fold.folded(rank)) return recv_segments(comm, call, partner, back.length);
  allgather_halves(comm, call.recv, call.count, call.type, butterfly, back);
  if (partner >= 0) send_segments(comm, call.recv, call, partner, back.length);
}

Cost allreduce_by_halving_cost(const Shape& shape, const Butterfly& butterfly, bool folds_halves,
                               const Cuts& cuts) {
  Cost cost{borrow_stage(shape)};
  const bool folds = butterfly.fold().folds();
  const Cuts back = of_way_back(cuts);
  const auto segmented = [&](const Stage& stage, std::int64_t length) {
    return in_segments(stage, std::array{Batch{shape.count, stage.messages}}, length, shape.type_size);
  };
  if (folds)
    cost += folds_halves ? fold_halves_cost(shape, cuts.length) : segmented(fold_stage(shape), cuts.length);
  cost += reduce_scatter_halves_cost(shape, butterfly, cuts);
  cost += allgather_halves_cost(shape, butterfly, back);
  if (folds) cost += segmented(unfold_stage(shape), back.length);
  return cost;
}

}  // namespace collsim
