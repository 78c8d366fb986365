#pragma once

#include <string>
#include <vector>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"
#include "algorithms/facts/segments.hpp"

namespace collsim {

/// Trees between neighbours on a torus of D dimensions, no two of which share a link: a part of the vector each, in segments. Tree i
/// leads from the root along a ring of dimension i mod D, from that ring but for the root along the next dimension, and so on through
/// all; the ranks that have the root's place in its first dimension come last, by the link that closes their ring. The first D trees go up,
/// the next D down. Where D is 3 a rank has at most three children in a tree.
///
/// Source:  Watts and van de Geijn, Parallel Processing Letters 5(2), 1995, for meshes; Almasi et al.,
///          ICS 2005, doi:10.1145/1088149.1088183, for the torus of Blue Gene/L. Three such trees, or six, are what is published of
///          Fujitsu's Trinaryx3 and of what followed it: Adachi et al., Computer Science - Research and Development 28, 2013,
///          doi:10.1007/s00450-012-0211-7; their exact shape is not.
class TorusTrees {
 public:
  TorusTrees(int processes, int root, const Options& options);

  int number() const { return trees_; }
  int parent(int tree, int rank) const;  ///< -1: this is the root
  std::vector<int> children(int tree,
                            int rank) const;  ///< the one from which the farthest ranks are reached first
  int depth(int tree, int rank) const;
  int height() const { return height_; }  ///< the largest depth of all trees

 private:
  struct TreeSide {
    int size, root, stride;  ///< length; where the root is; ranks between neighbours along it
  };
  /// How far a rank is from the root along each dimension, in a tree's order and direction.
  std::vector<int> place(int tree, int rank) const;
  int rank_at(int tree, const std::vector<int>& place) const;
  const TreeSide& side(int tree, std::size_t which) const;
  int direction(int tree) const;

  std::vector<TreeSide> sides_;  ///< of more than one rank
  int trees_, height_ = 0;
};

/// The parts of the vector, and the segments of each.
struct TorusParts {
  TorusParts(std::int64_t count, std::int64_t type_size, const Options& options);
  Range range(int tree, std::int64_t segment) const {
    return Blocks(count, trees)[tree].segment(segment, segments.length);
  }

  std::int64_t count;
  int trees;
  Segments segments;
};

/// The rounds of one tree, of what ranks send their parents, `up`, where each vector is combined when it arrives, or their
/// children.
Cost torus_tree_cost(const Shape& shape, const Options& options, bool up);
/// On one ring the ranks are a chain; else the rounds bound the time from above, since no rank serves in all of them. So they do where a
/// rank takes a segment while it combines another.
bool torus_tree_is_exact(const Shape& shape, const Options& options, bool up);
/// No closed form is known of several trees where a rank has one port: which message it takes first depends on when they come.
bool is_one_tree(const Shape& shape, const Options& options);
/// One tree on a ring: ranks with zeros only make its chain longer.
bool chain_gives_same_bits(const Shape& shape, const Options& options);
std::string unless_trees_fit(const Shape& shape, const Options& options);
/// Why trees do not fit the torus or the operator does not commute; empty if neither.
std::string unless_trees_combine(const Shape& shape, const Options& options);
std::vector<OptionSpec> torus_trees_options();

}  // namespace collsim
