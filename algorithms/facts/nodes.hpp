#pragma once

#include <memory>
#include <vector>

namespace collsim {

/// Which ranks share a node. Nodes are numbered from 0 in the order of their lowest ranks; a rank's place is how many
/// lower ranks its node has. Node order: the ranks of node 0, then those of node 1, ..., each node's in their places.
class Nodes {
 public:
  /// Every rank on a node of its own.
  explicit Nodes(int ranks);
  /// Takes for each rank a number that tells its node from others, and one that tells its memory domain from others of its
  /// node; without these each node is one domain.
  explicit Nodes(const std::vector<int>& of_ranks, const std::vector<int>& domains = {});

  int ranks() const { return static_cast<int>(order_.size()); }
  int count() const { return static_cast<int>(first_.size()) - 1; }
  int node_of(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }
  int place_of(int rank) const { return position_of(rank) - first(node_of(rank)); }
  /// How many ranks come earlier in node order.
  int position_of(int rank) const { return position_[static_cast<std::size_t>(rank)]; }
  int rank_at(int position) const { return order_[static_cast<std::size_t>(position)]; }
  /// The position of a node's first rank.
  int first(int node) const { return first_[static_cast<std::size_t>(node)]; }
  int size(int node) const { return first(node + 1) - first(node); }
  int rank(int node, int place) const { return rank_at(first(node) + place); }

  int smallest() const { return smallest_; }  ///< ranks of the node that has fewest
  int largest() const { return largest_; }    ///< of that which has most
  /// Whether all nodes have as many ranks.
  bool even() const { return smallest_ == largest_; }
  /// Whether node order is the order of ranks.
  bool in_order() const { return in_order_; }

  /// Which ranks share a memory domain: its nodes are the domains of these.
  const Nodes& domains() const { return domains_ ? *domains_ : *this; }

 private:
  std::vector<int> node_of_, position_;  ///< by rank
  std::vector<int> order_;               ///< ranks in node order
  std::vector<int> first_;               ///< positions, and the number of ranks
  int smallest_ = 0, largest_ = 0;
  bool in_order_ = true;
  std::shared_ptr<const Nodes> domains_;  ///< null: the nodes
};

}  // namespace collsim
