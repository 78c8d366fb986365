#include "algorithms/patterns/circulant.hpp"

#include <algorithm>

#include "algorithms/algorithm.hpp"
#include "algorithms/facts/collective.hpp"

namespace collsim {
namespace {

/// The broadcasts of all ranks' blocks, round by round: each rank's block is cut into `blocks` pieces.
class Broadcasts {
 public:
  Broadcasts(int processes, std::int64_t pieces) : graph_(processes, pieces), pieces_(pieces) {
    for (int u = 1; u < processes; ++u) schedules_.push_back(graph_.schedule(u));
  }

  const Circulant& graph() const { return graph_; }
  /// Calls visit(root, piece) for all that `rank` receives in the round, piece being a range of root's block.
  /// `count(root)`: elements of that block.
  template <class Count, class Visit>
  void each(int rank, std::int64_t round, const Count& count, const Visit& visit) const {
    const int p = graph_.processes();
    for (int u = 1; u < p; ++u) {
      const std::int64_t piece = graph_.block(schedules_[static_cast<std::size_t>(u - 1)], round);
      const int root = (rank - u + p) % p;
      if (piece >= 0) visit(root, Blocks(count(root), pieces_)[piece]);
    }
  }
  /// Elements that `rank` receives in the round.
  template <class Count>
  std::int64_t volume(int rank, std::int64_t round, const Count& count) const {
    std::int64_t sum = 0;
    each(rank, round, count, [&sum](int, const Range& piece) { sum += piece.count; });
    return sum;
  }

 private:
  Circulant graph_;
  std::int64_t pieces_;
  std::vector<std::vector<int>> schedules_;  ///< of u = 1, 2, ...
};

/// Circulant graph allgatherv: every rank broadcasts its block as in bcast/circulant, all at once. What a
/// rank sends in a round goes in one message, copied together and apart.
///
/// Source:  Traeff, arXiv:2205.10072 and arXiv:2407.18004 (irregular allgather).
/// Assumes: nothing; any p, any counts. Pieces of a block differ by at most one element; there are no
///          more than the largest block has elements.
/// Cost:    m_i kappa + (s - 1 + ceil(lg p)) alpha + (m - m_i)(beta + 2 kappa) for s pieces of a block where
///          the m_i are equal; else each round takes what the ranks that send and receive most take.
void run(Comm& comm, const Allgatherv& call, const Options& options) {
  const int p = comm.size();
  const int rank = comm.rank();
  const MPI_Aint extent = comm.extent(call.type);
  const auto count = [&](int root) { return call.blocks[static_cast<std::size_t>(root)].count; };
  const auto place = [&](int root, std::int64_t first) {
    return element(call.recv, call.blocks[static_cast<std::size_t>(root)].first + first, extent);
  };
  if (call.send != MPI_IN_PLACE) comm.copy(call.send, place(rank, 0), count(rank), call.type);
  const Broadcasts all(p, Circulant::blocks(call.blocks.most(), options));
  for (std::int64_t t = 0; t < all.graph().rounds(); ++t) {
    const int skip = all.graph().skip(t);
    const int to = (rank + skip) % p;
    const std::int64_t sent = all.volume(to, t, count);
    const std::int64_t received = all.volume(rank, t, count);
    const Scratch out = comm.scratch(sent, call.type);
    const Scratch in = comm.scratch(received, call.type);
    std::int64_t end = 0;
    all.each(to, t, count, [&](int root, const Range& piece) {
      comm.copy(place(root, piece.first), element(out.data(), end, extent), piece.count, call.type);
      end += piece.count;
    });
    comm.sendrecv(out.data(), sent, to, in.data(), received, (rank - skip + p) % p, call.type);
    end = 0;
    all.each(rank, t, count, [&](int root, const Range& piece) {
      comm.copy(element(in.data(), end, extent), place(root, piece.first), piece.count, call.type);
      end += piece.count;
    });
  }
}

Cost cost(const Shape& shape, const Options& options) {
  const int p = shape.processes;
  std::vector<std::int64_t> counts;
  for (const Range& block : blocks(shape)) counts.push_back(block.count);
  const auto count = [&](int root) { return counts[static_cast<std::size_t>(root)]; };
  const std::int64_t largest = *std::max_element(counts.begin(), counts.end());
  const std::int64_t pieces = Circulant::blocks(largest, options);
  const Broadcasts all(p, pieces);
  const auto stage_of = [&](std::int64_t t) {
    Stage stage{.messages = p, .pairs = pairs::shift(all.graph().skip(t))};
    for (int rank = 0; rank < p; ++rank) {
      const std::int64_t bytes = all.volume(rank, t, count) * shape.type_size;
      stage.volume += bytes;
      stage.bytes = std::max(stage.bytes, bytes);
    }
    stage.copied = 2 * stage.bytes;
    return stage;
  };
  std::set<std::int64_t> changes;
  for (const std::int64_t elements : counts) changes.insert(elements % pieces);
  Cost cost = all.graph().cost(changes, stage_of);
  cost.insert(cost.begin(), {.copied = shape.in_place ? 0 : largest * shape.type_size});
  return cost;
}

bool exact(const Shape& shape, const Options&) {
  const Places all = blocks(shape);
  return std::all_of(all.begin(), all.end(), [&](const Range& block) { return block.count == all[0].count; });
}

const Registration<Allgatherv> circulant{
    {.name = "circulant",
     .source = "Traeff 2022-2024",
     .assumes = "nothing",
     .formula = "n/p*kappa + (r > 0 ? k + 1 : k)*alpha + (p - 1)/p*n*(beta + 2*kappa)",
     .options = {Circulant::blocks()},
     .cost = cost,
     .exact = exact},
    run};

}  // namespace
}  // namespace collsim
