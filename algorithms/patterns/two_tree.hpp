#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {

/// Two binary trees below one root, such that nobody has children in both. Each broadcasts one half of a
/// vector in segments. Edges have one of two colours, so that of the edges that lead to a rank, and of those
/// that leave it, no two are alike: one colour is used in even rounds, the other in odd ones, and in every
/// round a rank receives at most once and sends at most once. Ranks are counted from the root, u = rank -
/// root (mod p).
///
/// Source: Sanders, Speck and Traeff, Parallel Computing 35(12), 2009, doi:10.1016/j.parco.2009.09.001.
class TwoTrees {
 public:
  explicit TwoTrees(int processes);

  /// One segment of a tree's half, from or to a peer; -1: there is none.
  struct Hop {
    int peer = -1;
    std::size_t tree = 0;
    std::int64_t segment = 0;
  };
  Hop in(int u, std::int64_t round, std::int64_t segments) const;
  Hop out(int u, std::int64_t round, std::int64_t segments) const;
  /// Counts them for so many segments of each half, at least one.
  std::int64_t rounds(std::int64_t segments) const;

 private:
  struct Node {
    int parent = -1;
    std::array<int, 2> children = {-1, -1};
    int colour = -1;          ///< of the edge from the parent
    std::int64_t first = -1;  ///< the round in which the first segment comes from the parent
  };
  Node& node(std::size_t tree, int u) { return trees_[tree][static_cast<std::size_t>(u)]; }
  const Node& node(std::size_t tree, int u) const { return trees_[tree][static_cast<std::size_t>(u)]; }
  void grow(std::size_t tree);
  void colour(std::size_t tree, int u, int colour);
  std::int64_t start(std::size_t tree, int u);

  std::array<std::vector<Node>, 2> trees_;
};

/// The halves of a vector, the larger one first, in segments as the option segment_bytes says: as many of the
/// smaller half.
struct TwoHalves {
  TwoHalves(std::int64_t count, std::int64_t type_size, const Options& options);

  std::array<Range, 2> halves;
  Segments segments;

  Range range(const TwoTrees::Hop& hop) const {
    return hop.peer < 0 ? Range{0, 0} : halves[hop.tree].segment(hop.segment, segments.length);
  }
  std::int64_t piece(const TwoTrees::Hop& hop) const {
    return static_cast<std::int64_t>(hop.tree) * segments.number + hop.segment;
  }
};

/// The rounds of a broadcast or, backwards, of a reduction. Exact for segments of equal size; others it
/// bounds from above.
Cost two_tree_cost(const Shape& shape, const Options& options, bool reduces);
bool two_tree_is_exact(const Shape& shape, const Options& options);
OptionSpec two_tree_option();
Symbol two_tree_symbol();

}  // namespace collsim
