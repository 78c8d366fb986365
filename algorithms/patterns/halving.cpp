#include "algorithms/patterns/halving.hpp"

#include <algorithm>

namespace collsim {
namespace {

/// What the virtual rank of a label exchanges in one round.
struct Halves {
  Range keep, give;
};

Halves halves(std::int64_t count, int label, int round, const Fold& fold, Scarce scarce) {
  const Blocks blocks(count, fold.survivors(), scarce);
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
Cost exchange_cost(const Shape& shape, const Butterfly& butterfly, int round, bool reduces,
                   const Cuts& cuts) {
  const Fold& fold = butterfly.fold();
  const std::int64_t largest = halves(shape.count, 0, round, fold, cuts.scarce).keep.count;
  const std::int64_t bytes = largest * shape.type_size;
  const Stage whole{.messages = fold.survivors(),
                    .volume = shape.bytes() * (fold.survivors() >> (round + 1)),
                    .bytes = bytes,
                    .reduced = reduces ? bytes : 0,
                    .pairs = butterfly.pairs(round)};
  if (segments_of(largest, cuts.length) == 1) return {whole};
  std::vector<Batch> batches;
  for (int label = 0; label < fold.survivors(); ++label)
    batches.push_back({halves(shape.count, label, round, fold, cuts.scarce).give.count, 1});
  return in_segments(whole, batches, cuts.length, shape.type_size);
}

std::int64_t segments_in_round(std::int64_t count, int round, const Fold& fold, const Cuts& cuts) {
  return segments_of(halves(count, 0, round, fold, cuts.scarce).keep.count, cuts.length);
}

/// Of labels l and l + 2^round, l < 2^round, one sends to the other.
Pairs gather_pairs(const Butterfly& butterfly, int round) {
  return Pairs([butterfly, round](const Shape& shape) {
    Pairs::List list;
    for (int rank = 0; rank < shape.processes; ++rank)
      if (!butterfly.fold().folded(rank) && butterfly.label(rank) >> round == 1)
        list.emplace_back(butterfly.partner(rank, round), rank);
    return list;
  });
}

}  // namespace

void fold_halves(Comm& comm, Reduction& sum, std::int64_t count, Datatype type, const Fold& fold,
                 std::int64_t length) {
  const int partner = fold.partner(comm.rank());
  if (partner < 0) return;
  const Blocks blocks(count, 2);
  const Range lower = blocks[0];
  const Range upper = blocks[1];
  const std::int64_t number = segments_of(lower.count, length);
  if (fold.folded(comm.rank())) {
    sum.exchange(partner, lower, upper, number, length);
    for (std::int64_t i = 0; i < segments_of(upper.count, length); ++i) {
      const Range out = upper.segment(i, length);
      comm.send(sum.values(out.first), out.count, type, partner);
    }
  } else {
    sum.exchange(partner, upper, lower, number, length);
    for (std::int64_t i = 0; i < segments_of(upper.count, length); ++i) {
      const Range in = upper.segment(i, length);
      comm.recv(sum.buffer(in.first), in.count, type, partner);
    }
  }
}

void reduce_scatter_halves(const Comm& comm, Reduction& sum, std::int64_t count, const Butterfly& butterfly,
                           const Cuts& cuts) {
  const int label = butterfly.label(comm.rank());
  for (int round = 0; round < butterfly.rounds(); ++round) {
    const auto [keep, give] = halves(count, label, round, butterfly.fold(), cuts.scarce);
    sum.exchange(butterfly.partner(comm.rank(), round), give, keep,
                 segments_in_round(count, round, butterfly.fold(), cuts), cuts.length);
  }
}

void allgather_halves(Comm& comm, void* vector, std::int64_t count, Datatype type, const Butterfly& butterfly,
                      const Cuts& cuts) {
  const int label = butterfly.label(comm.rank());
  const Aint extent = comm.extent(type);
  for (int round = butterfly.rounds() - 1; round >= 0; --round) {
    const auto [mine, other] = halves(count, label, round, butterfly.fold(), cuts.scarce);
    const int partner = butterfly.partner(comm.rank(), round);
    for (std::int64_t i = 0; i < segments_in_round(count, round, butterfly.fold(), cuts); ++i) {
      const Range out = mine.segment(i, cuts.length);
      const Range in = other.segment(i, cuts.length);
      comm.sendrecv(element(vector, out.first, extent), out.count, partner, element(vector, in.first, extent),
                    in.count, partner, type);
    }
  }
}

void gather_halves(Comm& comm, void* vector, std::int64_t count, Datatype type, const Butterfly& butterfly,
                   Scarce scarce) {
  const int label = butterfly.label(comm.rank());
  const Aint extent = comm.extent(type);
  for (int round = butterfly.rounds() - 1; round >= 0; --round) {
    const auto [mine, other] = halves(count, label, round, butterfly.fold(), scarce);
    const int partner = butterfly.partner(comm.rank(), round);
    if (label >> round & 1) return comm.send(element(vector, mine.first, extent), mine.count, type, partner);
    comm.recv(element(vector, other.first, extent), other.count, type, partner);
  }
}

void scatter_halves(Comm& comm, void* vector, std::int64_t count, Datatype type, const Butterfly& butterfly) {
  const int label = butterfly.label(comm.rank());
  const Aint extent = comm.extent(type);
  for (int round = 0; round < butterfly.rounds(); ++round) {
    const auto [mine, other] = halves(count, label, round, butterfly.fold(), Scarce::first);
    const int partner = butterfly.partner(comm.rank(), round);
    if (label >> round == 0)
      comm.send(element(vector, other.first, extent), other.count, type, partner);
    else if (label >> round == 1)
      comm.recv(element(vector, mine.first, extent), mine.count, type, partner);
  }
}

Cost fold_halves_cost(const Shape& shape, std::int64_t length) {
  const int pairs = Fold(shape.processes, shape.root).pairs();
  if (pairs == 0) return {};
  const Blocks blocks(shape.count, 2);
  const Batch lower{blocks[0].count, pairs};
  const Batch upper{blocks[1].count, pairs};
  const std::int64_t larger = lower.count * shape.type_size;
  const std::int64_t smaller = upper.count * shape.type_size;
  Cost cost = in_segments({.messages = 2 * pairs,
                           .volume = pairs * shape.bytes(),
                           .bytes = larger,
                           .reduced = larger,
                           .pairs = pairs::fold()},
                          std::array{lower, upper}, length, shape.type_size);
  cost +=
      in_segments({.messages = pairs, .volume = pairs * smaller, .bytes = smaller, .pairs = pairs::fold()},
                  std::array{upper}, length, shape.type_size);
  return cost;
}

Cost reduce_scatter_halves_cost(const Shape& shape, const Butterfly& butterfly, const Cuts& cuts) {
  Cost cost;
  for (int round = 0; round < butterfly.rounds(); ++round) {
    cost += exchange_cost(shape, butterfly, round, true, cuts);
  }
  return cost;
}

Cost allgather_halves_cost(const Shape& shape, const Butterfly& butterfly, const Cuts& cuts) {
  Cost cost;
  for (int round = butterfly.rounds() - 1; round >= 0; --round) {
    cost += exchange_cost(shape, butterfly, round, false, cuts);
  }
  return cost;
}

Cost gather_halves_cost(const Shape& shape, const Butterfly& butterfly, Scarce scarce) {
  Cost cost;
  for (int round = butterfly.rounds() - 1; round >= 0; --round) {
    const int senders = 1 << round;
    Stage stage{.messages = senders, .pairs = gather_pairs(butterfly, round)};
    for (int label = 0; label < senders; ++label) {
      const std::int64_t bytes =
          halves(shape.count, label, round, butterfly.fold(), scarce).give.count * shape.type_size;
      stage.volume += bytes;
      stage.bytes = std::max(stage.bytes, bytes);
    }
    cost.push_back(stage);
  }
  return cost;
}

Cost scatter_halves_cost(const Shape& shape, const Butterfly& butterfly) {
  Cost cost = gather_halves_cost(shape, butterfly);
  std::reverse(cost.begin(), cost.end());
  return cost;
}

}  // namespace collsim
