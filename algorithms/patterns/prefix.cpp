#include "algorithms/patterns/prefix.hpp"

#include <bit>
#include <iterator>

namespace collsim {

void scan_rounds(Comm& comm, void* values, std::int64_t count, Datatype type, Op op, int first) {
  const int rank = comm.rank();
  if (rank < first) return;
  const Scratch landing = comm.scratch(rank > first ? count : 0, type);
  for (int distance = 1; distance < comm.size() - first; distance *= 2) {
    const int before = rank - distance;
    const int behind = rank + distance;
    if (before >= first && behind < comm.size())
      comm.sendrecv(values, count, behind, landing.data(), count, before, type);
    else if (before >= first)
      comm.recv(landing.data(), count, type, before);
    else if (behind < comm.size())
      comm.send(values, count, type, behind);
    if (before >= first) comm.reduce_local(landing.data(), values, count, type, op);
  }
}

Cost scan_rounds_cost(const Shape& shape, int first) {
  const int ranks = shape.processes - first;
  Cost cost;
  for (int distance = 1; distance < ranks; distance *= 2) {
    const auto receiver = [first, distance, p = shape.processes](int rank) {
      return rank >= first && rank < p - distance ? rank + distance : -1;
    };
    cost.push_back({.messages = ranks - distance,
                    .volume = (ranks - distance) * shape.bytes(),
                    .bytes = shape.bytes(),
                    .reduced = shape.bytes(),
                    .pairs = pairs::to(receiver)});
  }
  return cost;
}

Cost doubling_rounds_cost(const Shape& shape) {
  const int p = shape.processes;
  Cost cost;
  for (int distance = 1; distance < p; distance *= 2) {
    Stage stage{
        .bytes = shape.bytes(),
        .reduced = 2 * shape.bytes(),
        .pairs = pairs::to([p, distance](int rank) { return (rank ^ distance) < p ? rank ^ distance : -1; })};
    stage.messages = std::ssize(stage.pairs.list_of(shape));
    stage.volume = stage.messages * shape.bytes();
    cost.push_back(stage);
  }
  return cost;
}

bool doubling_rounds_exact(const Shape& shape, const Options&) {
  return std::has_single_bit(static_cast<unsigned>(shape.processes));
}

}  // namespace collsim
