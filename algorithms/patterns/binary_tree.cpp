#include "algorithms/patterns/binary_tree.hpp"

#include <bit>

#include "algorithms/patterns/pipeline.hpp"

namespace collsim {

int BinaryTree::parent(int u) const {
  if (kind_ == Kind::heap) return (u - 1) / 2;
  const int place = (u + 1) / 2;
  return place == 1 ? 0 : place / 2 * 2 - u % 2;
}

int BinaryTree::child(int u, int side) const {
  const int place = (u + 1) / 2;
  const bool below_root = kind_ == Kind::heap || u == 0;
  const std::int64_t found =
      below_root ? 2 * std::int64_t{u} + 1 + side : 4 * std::int64_t{place} + 2 * side - u % 2;
  return found < processes_ ? static_cast<int>(found) : -1;
}

std::int64_t BinaryTree::start(int u) const {
  std::int64_t rounds = 0;
  for (; u > 0; u = parent(u)) rounds += right(u) ? 2 : 1;
  return rounds;
}

void BinaryTree::broadcast(Comm& comm, void* vector, Datatype type, const Ranges& ranges,
                           const Segments& segments) const {
  const int u = number(comm.rank());
  const Aint extent = comm.extent(type);
  const auto segment = [&](int of, std::int64_t i) { return ranges[part(of)].segment(i, segments.length); };
  const auto place = [&](const Range& range) { return element(vector, range.first, extent); };
  const int left = child(u, 0);
  const int right = child(u, 1);
  const int above = u == 0 ? -1 : rank_of(parent(u));
  if (u > 0) comm.recv(place(segment(u, 0)), segment(u, 0).count, type, above);
  for (std::int64_t i = 0; i < segments.number; ++i) {
    const Range next = segment(u, i + 1);
    const bool receives = u > 0 && i + 1 < segments.number;
    if (left >= 0) comm.send(place(segment(left, i)), segment(left, i).count, type, rank_of(left));
    const Range given = right >= 0 ? segment(right, i) : Range{};
    if (right >= 0 && receives)
      comm.sendrecv(place(given), given.count, rank_of(right), place(next), next.count, above, type);
    else if (right >= 0)
      comm.send(place(given), given.count, type, rank_of(right));
    else if (receives)
      comm.recv(place(next), next.count, type, above);
  }
}

Cost BinaryTree::cost(const Shape& shape, const Ranges& ranges, const Segments& segments) const {
  if (processes_ == 1) return {};
  const std::int64_t period = processes_ == 2 ? 1 : 2;
  std::vector<std::int64_t> starts;
  for (int u = 0; u < processes_; ++u) starts.push_back(start(u));
  const std::int64_t latest = *std::max_element(starts.begin(), starts.end());
  const std::int64_t rounds = latest + period * (segments.number - 1);

  const auto child_in = [tree = *this, number = segments.number, period](std::int64_t t, int u,
                                                                         std::int64_t begin) {
    const std::int64_t since = t - begin;
    return since < 0 || since / period >= number ? -1 : tree.child(u, static_cast<int>(since % period));
  };
  const auto stage = [&](std::int64_t t) {
    const std::int64_t last = t < rounds - period ? 0 : segments.number - 1;
    Stage sum{.bytes = ranges[0].segment(last, segments.length).count * shape.type_size};
    for (int u = 0; u < processes_; ++u) {
      const std::int64_t begin = starts[static_cast<std::size_t>(u)];
      const int to = child_in(t, u, begin);
      if (to < 0) continue;
      ++sum.messages;
      sum.volume += ranges[part(to)].segment((t - begin) / period, segments.length).count * shape.type_size;
    }
    sum.pairs = pairs::to([tree = *this, child_in, t](int rank) {
      const int u = tree.number(rank);
      const int to = child_in(t, u, tree.start(u));
      return to < 0 ? -1 : tree.rank_of(to);
    });
    return sum;
  };
  return pipeline_cost(rounds, period, latest, stage);
}

int last_start(int nodes) {
  int last = 0;
  for (unsigned i = 1; i <= static_cast<unsigned>(nodes); ++i)
    last = std::max(last, static_cast<int>(std::bit_width(i)) + std::popcount(i) - 2);
  return last;
}

}  // namespace collsim
