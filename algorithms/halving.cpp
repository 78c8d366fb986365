#include "algorithms/halving.hpp"

#include <algorithm>

namespace collsim {
namespace {

/// What the virtual rank of a label exchanges in one round.
struct Halves {
  Range keep, give;
};

Halves halves(std::int64_t count, int label, int round, const Fold& fold) {
  const Blocks blocks(count, fold.survivors());
  int begin = 0;
  int width = fold.survivors();
  for (int earlier = 0; earlier < round; ++earlier) {
    width /= 2;
    if (label >> earlier & 1) begin += width;
  }
  const int middle = begin + width / 2;
  const Range lower = blocks.range(begin, middle);
  const Range upper = blocks.range(middle, begin + width);
  return label >> round & 1 ? Halves{upper, lower} : Halves{lower, upper};
}

/// A round in which all virtual ranks exchange halves; the larger half is on the critical path.
Stage exchange_stage(const Shape& shape, const Butterfly& butterfly, int round) {
  const Fold& fold = butterfly.fold();
  return {.messages = fold.survivors(),
          .volume = shape.bytes() * (fold.survivors() >> (round + 1)),
          .bytes = halves(shape.count, 0, round, fold).keep.count * shape.type_size,
          .peer = butterfly.peer(round)};
}

}  // namespace

void fold_halves(Comm& comm, Reduction& sum, std::int64_t count, MPI_Datatype type, const Fold& fold) {
  const int partner = fold.partner(comm.rank());
  if (partner < 0) return;
  const Blocks blocks(count, 2);
  const Range lower = blocks[0];
  const Range upper = blocks[1];
  const std::int64_t moved = upper.count;
  if (fold.folded(comm.rank())) {
    sum.exchange(partner, lower, upper);
    comm.send(sum.values(upper.first), moved, type, partner);
  } else {
    sum.exchange(partner, upper, lower);
    comm.recv(sum.buffer(upper.first), moved, type, partner);
  }
}

void reduce_scatter_halves(const Comm& comm, Reduction& sum, std::int64_t count, const Butterfly& butterfly) {
  const int label = butterfly.label(comm.rank());
  for (int round = 0; round < butterfly.rounds(); ++round) {
    const auto [keep, give] = halves(count, label, round, butterfly.fold());
    sum.exchange(butterfly.partner(comm.rank(), round), give, keep);
  }
}

void allgather_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type,
                      const Butterfly& butterfly) {
  const int label = butterfly.label(comm.rank());
  const MPI_Aint extent = Comm::extent(type);
  for (int round = butterfly.rounds() - 1; round >= 0; --round) {
    const auto [mine, other] = halves(count, label, round, butterfly.fold());
    const int partner = butterfly.partner(comm.rank(), round);
    comm.sendrecv(element(vector, mine.first, extent), mine.count, partner,
                  element(vector, other.first, extent), other.count, partner, type);
  }
}

void gather_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold) {
  const int v = fold.virtual_rank(comm.rank());
  const MPI_Aint extent = Comm::extent(type);
  for (int round = fold.rounds() - 1; round >= 0; --round) {
    const auto [mine, other] = halves(count, v, round, fold);
    const int partner = fold.real_rank(v ^ 1 << round);
    if (v >> round & 1) return comm.send(element(vector, mine.first, extent), mine.count, type, partner);
    comm.recv(element(vector, other.first, extent), other.count, type, partner);
  }
}

void scatter_halves(Comm& comm, void* vector, std::int64_t count, MPI_Datatype type, const Fold& fold) {
  const int v = fold.virtual_rank(comm.rank());
  const MPI_Aint extent = Comm::extent(type);
  for (int round = 0; round < fold.rounds(); ++round) {
    const auto [mine, other] = halves(count, v, round, fold);
    const int partner = fold.real_rank(v ^ 1 << round);
    if (v >> round == 0)
      comm.send(element(vector, other.first, extent), other.count, type, partner);
    else if (v >> round == 1)
      comm.recv(element(vector, mine.first, extent), mine.count, type, partner);
  }
}

Cost fold_halves_cost(const Shape& shape) {
  const int pairs = Fold(shape.processes, shape.root).pairs();
  if (pairs == 0) return {};
  const Blocks blocks(shape.count, 2);
  const std::int64_t lower = blocks[0].count * shape.type_size;
  const std::int64_t upper = blocks[1].count * shape.type_size;
  const Peer peer{.kind = Peer::Kind::fold};
  return {{.messages = 2 * pairs,
           .volume = pairs * shape.bytes(),
           .bytes = lower,
           .reduced = lower,
           .peer = peer},
          {.messages = pairs, .volume = pairs * upper, .bytes = upper, .peer = peer}};
}

Cost reduce_scatter_halves_cost(const Shape& shape, const Butterfly& butterfly) {
  Cost cost;
  for (int round = 0; round < butterfly.rounds(); ++round) {
    cost.push_back(exchange_stage(shape, butterfly, round));
    cost.back().reduced = cost.back().bytes;
  }
  return cost;
}

Cost allgather_halves_cost(const Shape& shape, const Butterfly& butterfly) {
  Cost cost;
  for (int round = butterfly.rounds() - 1; round >= 0; --round)
    cost.push_back(exchange_stage(shape, butterfly, round));
  return cost;
}

Cost gather_halves_cost(const Shape& shape) {
  const Fold fold(shape.processes, shape.root);
  Cost cost;
  for (int round = fold.rounds() - 1; round >= 0; --round) {
    const int senders = 1 << round;
    Stage stage{.messages = senders, .peer = {.kind = Peer::Kind::gather, .distance = senders}};
    for (int v = 0; v < senders; ++v)
      stage.volume += halves(shape.count, v, round, fold).give.count * shape.type_size;
    stage.bytes = halves(shape.count, 0, round, fold).give.count * shape.type_size;
    cost.push_back(stage);
  }
  return cost;
}

Cost scatter_halves_cost(const Shape& shape) {
  Cost cost = gather_halves_cost(shape);
  std::reverse(cost.begin(), cost.end());
  return cost;
}

}  // namespace collsim
