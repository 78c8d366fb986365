#include "algorithms/patterns/circulant.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "algorithms/patterns/pipeline.hpp"

namespace collsim {

Circulant::Circulant(int processes, std::int64_t blocks)
    : processes_(processes),
      blocks_(blocks),
      turns_(std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(processes - 1))))),
      skips_(static_cast<std::size_t>(turns_) + 1, processes) {
  for (std::size_t turn = skips_.size() - 1; turn-- > 0;) skips_[turn] = (skips_[turn + 1] + 1) / 2;
}

/// The last of the decreasing skips on the way from 0 to u: then u first receives. For u = 0, none.
int Circulant::first_turn(int u) const {
  for (int turn = turns_; u > 0 && turn-- > 0;) {
    const int skip = skips_[static_cast<std::size_t>(turn)];
    if (skip <= u) u -= skip;
    if (u == 0) return turn;
  }
  return turns_;
}

/// In turn k, a rank takes the block that another one, skip[k] to skip[k+1] below it, was the first to
/// receive. The search looks for them from above, along ways of decreasing skips from 0 to p + u, and ends
/// each with a skip that no other does.
struct Circulant::Search {
  const std::vector<int>& skips;
  int target;                   ///< p + u
  std::vector<bool> used;       ///< skips that end a way
  std::vector<int> found = {};  ///< the last skip of every turn's way

  int below(std::size_t ahead) const { return target - skips[found.size() + ahead]; }
  bool complete() const { return found.size() + 1 == skips.size(); }

  /// Goes on from `at` by skips up to `turn`, to places below `limit`.
  void extend(int at, int turn, int limit) {
    for (; turn >= 0 && !complete(); --turn) {
      const int next = at + skips[static_cast<std::size_t>(turn)];
      if (used[static_cast<std::size_t>(turn)] || next > below(0) || next >= limit) continue;
      if (next <= below(1)) extend(next, turn, limit);
      if (complete() || at > below(1)) return;
      limit = next;
      found.push_back(turn);
      used[static_cast<std::size_t>(turn)] = true;
    }
  }
};

std::vector<int> Circulant::schedule(int u) const {
  const int first = first_turn(u);
  Search search{skips_, processes_ + u, std::vector<bool>(skips_.size())};
  search.used[static_cast<std::size_t>(first)] = true;
  search.extend(0, turns_, 2 * processes_);
  for (int& turn : search.found) turn = turn == turns_ ? first : turn - turns_;
  return search.found;
}

std::int64_t Circulant::block(const std::vector<int>& schedule, std::int64_t round) const {
  const std::int64_t series = (round + idle()) / turns_;
  const std::int64_t block = schedule[turn(round)] + series * turns_ - idle();
  return block < 0 ? -1 : std::min(block, blocks_ - 1);
}

CirculantRank::CirculantRank(const Circulant& graph, int rank, int root)
    : graph_(graph), rank_(rank), root_(root) {
  const int p = graph.processes();
  const int u = (rank - root + p) % p;
  own_ = graph.schedule(u);
  others_.resize(own_.size());
  for (std::int64_t t = 0; t < std::min(graph.rounds(), std::int64_t(own_.size())); ++t)
    others_[graph.turn(t)] = graph.schedule((u + graph.skip(t)) % p);
}

OptionSpec Circulant::blocks() {
  return {"blocks", "1", "into how many blocks a vector is cut", {}, 1};
}

std::int64_t Circulant::blocks(std::int64_t count, const Options& options) {
  return std::min(options.integer("blocks"), std::max<std::int64_t>(1, count));
}

/// In round t only blocks t - 2 turns < b < t + turns travel: farther from a change all are alike.
Cost Circulant::cost(std::set<std::int64_t> changes, const std::function<Stage(std::int64_t)>& stage) const {
  Cost cost;
  std::int64_t begin = 0;
  changes.insert(rounds());
  for (const std::int64_t change : changes) {
    const std::int64_t end = std::min(change, rounds());
    cost += pipeline_cost(end - begin, turns_, std::int64_t{2} * turns_,
                          [&](std::int64_t t) { return stage(begin + t); });
    begin = end;
  }
  return cost;
}

bool circulant_is_even(const Shape& shape, const Options& options) {
  return shape.count % Circulant::blocks(shape.count, options) == 0;
}

Cost circulant_cost(const Shape& shape, const Options& options, bool reduces) {
  const int p = shape.processes;
  const std::int64_t number = Circulant::blocks(shape.count, options);
  const Circulant graph(p, number);
  const Blocks blocks(shape.count, number);
  auto schedules = std::make_shared<std::vector<std::vector<int>>>();
  for (int u = 1; u < p; ++u) schedules->push_back(graph.schedule(u));
  const auto taken = [graph, schedules](int u, std::int64_t t) {
    return u == 0 ? -1 : graph.block((*schedules)[static_cast<std::size_t>(u - 1)], t);
  };
  const auto stage = [&](std::int64_t t) {
    Stage sum;
    for (int u = 1; u < p; ++u)
      if (const std::int64_t block = taken(u, t); block >= 0) {
        const std::int64_t bytes = blocks[block].count * shape.type_size;
        ++sum.messages;
        sum.volume += bytes;
        sum.bytes = std::max(sum.bytes, bytes);
      }
    sum.reduced = reduces ? sum.bytes : 0;
    sum.pairs = pairs::to([=, root = shape.root, skip = graph.skip(t)](int rank) {
      const int to = (rank + (reduces ? p - skip : skip)) % p;
      const int taker = (reduces ? rank : to) - root;
      return taken(taker < 0 ? taker + p : taker, t) < 0 ? -1 : to;
    });
    return sum;
  };
  Cost cost = graph.cost({shape.count % number}, stage);
  if (reduces) std::reverse(cost.begin(), cost.end());
  return cost;
}

}  // namespace collsim
