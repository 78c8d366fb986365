#include "algorithms/patterns/node_tree.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace collsim {
namespace {

/// Seven nodes of two ranks.
const Nodes pairs({0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6});

/// From rank 11's node 5 on: 6, 0 and 1 below it, 2, 3 and 4 below 6.
TEST(NodeTree, BeginsAtTheRootsNode) {
  const NodeTree tree(pairs, 11, 3);
  EXPECT_TRUE(tree.on_top(5));
  EXPECT_FALSE(tree.on_top(0));
  for (const int node : {6, 0, 1}) EXPECT_EQ(tree.above(node), 5);
  for (const int node : {2, 3, 4}) EXPECT_EQ(tree.above(node), 6);
  EXPECT_EQ(tree.below(5), 3);
  EXPECT_EQ(tree.below(6), 3);
  EXPECT_EQ(tree.below(0), 0);
}

TEST(NodeTree, IsSpokenForByTheRootAndByFirstRanks) {
  const NodeTree tree(pairs, 11, 3);
  EXPECT_EQ(tree.agent(5), 11);
  EXPECT_EQ(tree.agent(6), 12);
}

TEST(NodeTree, HasEveryNodeBelowTheOneAboveIt) {
  for (const std::int64_t radix : {1L, 2L, 3L, 5L, 6L, 7L, std::int64_t{1} << 62})
    for (int root = 0; root < pairs.ranks(); ++root) {
      const NodeTree tree(pairs, root, radix);
      std::vector<int> found(static_cast<std::size_t>(pairs.count()));
      for (int node = 0; node < pairs.count(); ++node)
        if (!tree.on_top(node)) ++found[static_cast<std::size_t>(tree.above(node))];
      for (int node = 0; node < pairs.count(); ++node)
        EXPECT_EQ(tree.below(node), found[static_cast<std::size_t>(node)]) << radix << " " << root;
      EXPECT_EQ(std::accumulate(found.begin(), found.end(), 0), pairs.count() - 1);
    }
}

}  // namespace
}  // namespace collsim
