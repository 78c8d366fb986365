#include "algorithms/patterns/two_tree.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "algorithms/patterns/pipeline.hpp"

namespace collsim {
namespace {

/// In a binary tree of nodes 1..n numbered in order, of which i is at the height of its lowest one. Above the
/// root: 0.
int parent_in_order(int i, int n) {
  if (i == static_cast<int>(std::bit_floor(static_cast<unsigned>(n)))) return 0;
  do {
    const int height = i & -i;
    i = (i & 2 * height) != 0 ? i - height : i + height;
  } while (i > n);
  return i;
}

}  // namespace

TwoTrees::TwoTrees(int processes) {
  for (const std::size_t tree : {0U, 1U}) {
    trees_[tree].resize(static_cast<std::size_t>(processes));
    grow(tree);
  }
  for (int u = 1; u < processes; ++u)
    if (node(0, u).parent == 0) colour(0, u, 0);
  for (int u = 1; u < processes; ++u)
    if (node(0, u).colour < 0) colour(0, u, 0);
  for (int u = 1; u < processes; ++u)
    for (const std::size_t tree : {0U, 1U}) start(tree, u);
}

/// The second tree is the first one mirrored if the nodes are even in number, else moved on by one: leaves,
/// the odd nodes, and others change places.
void TwoTrees::grow(std::size_t tree) {
  const int n = static_cast<int>(trees_[tree].size()) - 1;
  const auto place = [&](int u) { return tree == 0 ? u : n % 2 == 0 ? n + 1 - u : u == 1 ? n : u - 1; };
  const auto at = [&](int i) { return i == 0 || tree == 0 ? i : n % 2 == 0 ? n + 1 - i : i % n + 1; };
  for (int u = 1; u <= n; ++u) {
    const int parent = at(parent_in_order(place(u), n));
    node(tree, u).parent = parent;
    auto& children = node(tree, parent).children;
    children[children[0] < 0 ? 0 : 1] = u;
  }
}

/// Colours the edge to u in this tree, and all that follows from it: the edge to u in the other tree and the
/// one to u's sibling have the other colour. The root's children are siblings across the trees.
void TwoTrees::colour(std::size_t tree, int u, int colour) {
  std::vector<std::pair<std::size_t, int>> edges = {{tree, u}};
  node(tree, u).colour = colour;
  while (!edges.empty()) {
    const auto [in, to] = edges.back();
    edges.pop_back();
    const Node& here = node(in, to);
    const auto follow = [&, other = 1 - here.colour](std::size_t other_tree, int other_u) {
      if (other_u < 0 || node(other_tree, other_u).colour >= 0) return;
      node(other_tree, other_u).colour = other;
      edges.emplace_back(other_tree, other_u);
    };
    follow(1 - in, to);
    const auto& siblings = node(in, here.parent).children;
    if (here.parent == 0)
      follow(1 - in, node(1 - in, 0).children[0]);
    else
      follow(in, siblings[siblings[0] == to ? 1 : 0]);
  }
}

/// The next round of the edge's colour after the parent has it.
std::int64_t TwoTrees::start(std::size_t tree, int u) {
  if (u == 0) return -1;
  Node& here = node(tree, u);
  if (here.first >= 0) return here.first;
  here.first = start(tree, here.parent) + 1;
  here.first += (here.first + here.colour) % 2;
  return here.first;
}

TwoTrees::Hop TwoTrees::in(int u, std::int64_t round, std::int64_t segments) const {
  if (u == 0) return {};
  const std::size_t tree = node(0, u).colour == round % 2 ? 0 : 1;
  const Node& here = node(tree, u);
  const std::int64_t since = round - here.first;
  if (since < 0 || since / 2 >= segments) return {};
  return {here.parent, tree, since / 2};
}

TwoTrees::Hop TwoTrees::out(int u, std::int64_t round, std::int64_t segments) const {
  for (const std::size_t tree : {0U, 1U})
    for (const int child : node(tree, u).children) {
      if (child < 0 || node(tree, child).colour != round % 2) continue;
      const Hop hop = in(child, round, segments);
      if (hop.peer == u && hop.tree == tree) return {child, tree, hop.segment};
    }
  return {};
}

std::int64_t TwoTrees::rounds(std::int64_t segments) const {
  std::int64_t latest = -1;
  for (const auto& tree : trees_)
    for (const Node& each : tree) latest = std::max(latest, each.first);
  return latest < 0 ? 0 : latest + 1 + 2 * (segments - 1);
}

TwoHalves::TwoHalves(std::int64_t count, std::int64_t type_size, const Options& options)
    : halves{Blocks(count, 2)[0], Blocks(count, 2)[1]},
      segments(collsim::segments(halves[0].count, type_size, options)) {}

Cost two_tree_cost(const Shape& shape, const Options& options, bool reduces) {
  const int p = shape.processes;
  const auto trees = std::make_shared<const TwoTrees>(p);
  const TwoHalves parts(shape.count, shape.type_size, options);
  const std::int64_t number = parts.segments.number;
  const auto stage = [&](std::int64_t t) {
    Stage sum;
    for (int u = 1; u < p; ++u) {
      const TwoTrees::Hop hop = trees->in(u, t, number);
      if (hop.peer < 0) continue;
      const std::int64_t bytes = parts.range(hop).count * shape.type_size;
      ++sum.messages;
      sum.volume += bytes;
      sum.bytes = std::max(sum.bytes, bytes);
    }
    // Of three ranks, the root combines its first segment while another one still combines its last.
    const bool aside = p == 3 && t == trees->rounds(number) - 1;
    sum.reduced = reduces && !aside ? sum.bytes : 0;
    sum.pairs = pairs::to([=, root = shape.root](int rank) {
      const int u = (rank - root + p) % p;
      const int to = (reduces ? trees->in(u, t, number) : trees->out(u, t, number)).peer;
      return to < 0 ? -1 : (to + root) % p;
    });
    return sum;
  };
  Cost cost = pipeline_cost(trees->rounds(number), 2, trees->rounds(1), stage);
  if (reduces) std::reverse(cost.begin(), cost.end());
  return cost;
}

bool two_tree_is_exact(const Shape& shape, const Options& options) {
  const TwoHalves parts(shape.count, shape.type_size, options);
  return shape.count % 2 == 0 && parts.segments.number * parts.segments.length == parts.halves[0].count;
}

Symbol two_tree_symbol() {
  return {"odd", [](int p) -> double { return (p + 1) / 2 % 2; }, "1 if p/2, rounded up, is odd, else 0"};
}

OptionSpec two_tree_option() {
  return {"segment_bytes", "0", "cuts the halves into messages of at most so many bytes; 0: one each"};
}

}  // namespace collsim
