#include "algorithms/patterns/torus_trees_facts.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "algorithms/patterns/pipeline.hpp"
#include "algorithms/patterns/torus.hpp"

namespace collsim {
namespace {

std::vector<int> sides(const Options& options, int processes) {
  std::vector<int> torus = torus_of(options, processes);
  std::erase(torus, 1);
  return torus;
}

std::size_t last_other_than_zero(const std::vector<int>& place) {
  std::size_t last = place.size();
  while (last > 0 && place[last - 1] == 0) --last;
  return last == 0 ? 0 : last - 1;
}

bool is_root(const std::vector<int>& place) {
  return std::ranges::all_of(place, [](int steps) { return steps == 0; });
}

}  // namespace

TorusTrees::TorusTrees(int processes, int root, const Options& options)
    : trees_(static_cast<int>(options.integer("trees"))) {
  const std::vector<int> torus = sides(options, processes);
  int stride = 1;
  for (auto size = torus.rbegin(); size != torus.rend(); stride *= *size++)
    sides_.insert(sides_.begin(), {*size, root / stride % *size, stride});
  for (int tree = 0; tree < trees_ && !sides_.empty(); ++tree) {
    std::vector<int> farthest;
    for (std::size_t i = 0; i < sides_.size(); ++i) farthest.push_back(side(tree, i).size - 1);
    if (sides_.size() > 1) farthest[0] = 0;
    height_ = std::max(height_, depth(tree, rank_at(tree, farthest)));
  }
}

const TorusTrees::TreeSide& TorusTrees::side(int tree, std::size_t which) const {
  return sides_[(static_cast<std::size_t>(tree) + which) % sides_.size()];
}

int TorusTrees::direction(int tree) const {
  return tree / std::ssize(sides_) % 2 == 0 ? 1 : -1;
}

std::vector<int> TorusTrees::place(int tree, int rank) const {
  std::vector<int> place;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const auto& [size, root, stride] = side(tree, i);
    place.push_back((direction(tree) * (rank / stride % size - root) + size) % size);
  }
  return place;
}

int TorusTrees::rank_at(int tree, const std::vector<int>& place) const {
  int rank = 0;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const auto& [size, root, stride] = side(tree, i);
    rank += (root + direction(tree) * place[i] + size) % size * stride;
  }
  return rank;
}

int TorusTrees::parent(int tree, int rank) const {
  std::vector<int> at = place(tree, rank);
  if (is_root(at)) return -1;
  if (at[0] == 0)
    at[0] = side(tree, 0).size - 1;
  else
    --at[last_other_than_zero(at)];
  return rank_at(tree, at);
}

std::vector<int> TorusTrees::children(int tree, int rank) const {
  const std::vector<int> at = place(tree, rank);
  std::vector<int> found;
  const auto add = [&](std::size_t which, int steps) {
    std::vector<int> child = at;
    child[which] = steps;
    found.push_back(rank_at(tree, child));
  };
  if (at.empty()) return {};
  if (is_root(at)) {
    add(0, 1);
  } else if (at[0] > 0) {
    for (std::size_t i = last_other_than_zero(at); i < at.size(); ++i)
      if (at[i] + 1 < side(tree, i).size) add(i, at[i] + 1);
    if (at[0] + 1 == side(tree, 0).size && last_other_than_zero(at) > 0) add(0, 0);
  }
  return found;
}

int TorusTrees::depth(int tree, int rank) const {
  const std::vector<int> at = place(tree, rank);
  const int steps = std::accumulate(at.begin(), at.end(), 0);
  return steps > 0 && at[0] == 0 ? steps + side(tree, 0).size : steps;
}

TorusParts::TorusParts(std::int64_t its_count, std::int64_t type_size, const Options& options)
    : count(its_count),
      trees(static_cast<int>(options.integer("trees"))),
      segments(collsim::segments(Blocks(count, trees)[0].count, type_size, options)) {}

/// A slot of a round for each place among siblings.
Cost torus_tree_cost(const Shape& shape, const Options& options, bool up) {
  if (shape.processes == 1) return {};
  struct Edge {
    int child, parent;
    std::int64_t start;  ///< the round in which it has its first segment
  };
  const TorusTrees trees(shape.processes, shape.root, options);
  const TorusParts parts(shape.count, shape.type_size, options);
  std::vector<std::vector<Edge>> slots;
  for (int rank = 0; rank < shape.processes; ++rank) {
    const std::vector<int> children = trees.children(0, rank);
    slots.resize(std::max(slots.size(), children.size()));
    const int depth = trees.depth(0, rank);
    for (std::size_t i = 0; i < children.size(); ++i)
      slots[i].push_back({children[i], rank, up ? trees.height() - 1 - depth : depth});
  }
  const auto all = std::make_shared<const std::vector<std::vector<Edge>>>(std::move(slots));
  const auto width = std::ssize(*all);
  const std::int64_t number = parts.segments.number;
  const auto stage = [&](std::int64_t turn) {
    const auto slot = static_cast<std::size_t>(turn % width);
    const std::int64_t round = turn / width;
    Stage sum;
    for (const Edge& edge : (*all)[slot]) {
      const std::int64_t segment = round - edge.start;
      if (segment < 0 || segment >= number) continue;
      const std::int64_t bytes = parts.range(0, segment).count * shape.type_size;
      ++sum.messages;
      sum.volume += bytes;
      sum.bytes = std::max(sum.bytes, bytes);
    }
    if (up) sum.reduced = sum.bytes;
    sum.pairs = Pairs(
        [all, slot, round, number, up](const Shape&) {
          Pairs::List pairs;
          for (const auto& [child, parent, start] : (*all)[slot])
            if (round >= start && round - start < number)
              pairs.emplace_back(up ? child : parent, up ? parent : child);
          return pairs;
        },
        true);
    return sum;
  };
  Cost cost = pipeline_cost((trees.height() + number - 1) * width, width, trees.height() * width, stage);
  std::erase_if(cost, [](const Stage& its) { return its.messages == 0; });
  return cost;
}

bool is_one_tree(const Shape& shape, const Options& options) {
  return shape.processes == 1 || options.integer("trees") == 1;
}

bool torus_tree_is_exact(const Shape& shape, const Options& options, bool up) {
  const bool overlaps = up && TorusParts(shape.count, shape.type_size, options).segments.number > 1;
  return sides(options, shape.processes).size() <= 1 && !overlaps;
}

std::string unless_trees_fit(const Shape& shape, const Options& options) {
  const std::string why = unless_on_any_torus(shape, options);
  if (!why.empty() || shape.processes == 1) return why;
  const auto most = 2 * std::ssize(sides(options, shape.processes));
  if (options.integer("trees") <= most) return "";
  return "this torus has links for " + std::to_string(most) + " trees, not for " + options.text("trees");
}

std::string unless_trees_combine(const Shape& shape, const Options& options) {
  if (!shape.commutative)
    return "the operator does not commute, and trees along a torus combine in another order than the ranks'";
  return unless_trees_fit(shape, options);
}

bool chain_gives_same_bits(const Shape&, const Options& options) {
  return options.text("dims").empty() && options.integer("trees") == 1;
}

std::vector<OptionSpec> torus_trees_options() {
  return {{"trees",
           "1",
           "parts of the vector, a tree each: up to two for each dimension",
           {},
           1,
           most_torus_parts},
          torus_option(),
          {"segment_bytes", "0", "cuts each part into messages of at most so many bytes; 0: one"}};
}

}  // namespace collsim
