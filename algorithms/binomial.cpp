#include "algorithms/binomial.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/reduction.hpp"

namespace collsim {
namespace {

/// In how many rounds a virtual rank is a parent: before it sends up, or after it has received from above.
int rounds_as_parent(int virtual_rank, const Fold& fold) {
  return virtual_rank == 0 ? fold.rounds() : std::countr_zero(static_cast<unsigned>(virtual_rank));
}

Stage tree_stage(const Shape& shape, int distance, std::int64_t reduced) {
  const std::int64_t messages = Fold(shape.processes).survivors() / (2 * distance);
  return {.messages = messages,
          .volume = messages * shape.bytes(),
          .bytes = shape.bytes(),
          .reduced = reduced,
          .peer = {.kind = Peer::Kind::tree, .distance = distance}};
}

}  // namespace

void reduce_tree(Comm& comm, const Allreduce& call, const Fold& fold) {
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (fold.folded(rank)) return comm.send(contribution(call), call.count, call.type, partner);

  const int v = fold.virtual_rank(rank);
  const int rounds = rounds_as_parent(v, fold);
  const int parent = v == 0 ? -1 : fold.real_rank(v - (1 << rounds));
  const bool leaf = partner < 0 && rounds == 0 && parent >= 0;
  if (leaf) return comm.send(contribution(call), call.count, call.type, parent);

  Reduction sum(comm, call, lefts(fold, rank, rounds), Reduction::Start::copies);
  if (partner >= 0) sum.absorb(partner);
  for (int round = 0; round < rounds; ++round) sum.absorb(fold.real_rank(v + (1 << round)));
  if (parent >= 0) comm.send(sum.values(), call.count, call.type, parent);
}

void broadcast_tree(Comm& comm, void* buffer, std::int64_t count, MPI_Datatype type, const Fold& fold) {
  const int rank = comm.rank();
  const int partner = fold.partner(rank);
  if (fold.folded(rank)) return comm.recv(buffer, count, type, partner);

  const int v = fold.virtual_rank(rank);
  const int rounds = rounds_as_parent(v, fold);
  if (v != 0) comm.recv(buffer, count, type, fold.real_rank(v - (1 << rounds)));
  for (int round = rounds - 1; round >= 0; --round)
    comm.send(buffer, count, type, fold.real_rank(v + (1 << round)));
  if (partner >= 0) comm.send(buffer, count, type, partner);
}

Cost reduce_tree_cost(const Shape& shape) {
  const Fold fold(shape.processes, shape.root);
  Cost cost;
  if (fold.folds()) cost.push_back(fold_stage(shape));
  for (int round = 0; round < fold.rounds(); ++round)
    cost.push_back(tree_stage(shape, 1 << round, shape.bytes()));
  return cost;
}

Cost broadcast_tree_cost(const Shape& shape) {
  Cost cost = reduce_tree_cost(shape);
  std::reverse(cost.begin(), cost.end());
  for (Stage& stage : cost) stage.reduced = 0;
  return cost;
}

}  // namespace collsim
