#include <gtest/gtest.h>

#include <map>
#include <set>

#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/torus_trees_facts.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

using TreeValues = std::map<std::string, std::string>;

TorusTrees torus_trees(int processes, int root, const TreeValues& values) {
  return {processes, root, describe("bcast", "torus_trees").resolve(values)};
}

/// Six trees on 4x3x5, from rank 17: each reaches all ranks, from neighbour to neighbour, and no two of them by the same link.
TEST(TorusTrees, AreDisjointSpanningTreesOfNeighbours) {
  const TorusTrees trees = torus_trees(60, 17, {{"dims", "4x3x5"}, {"trees", "6"}});
  const std::vector<std::pair<int, int>> sides = {{4, 15}, {3, 5}, {5, 1}};  // size, stride
  std::set<std::pair<int, int>> links;
  for (int tree = 0; tree < 6; ++tree) {
    EXPECT_EQ(trees.children(tree, 17).size(), 1U);
    std::set<int> reached{17};
    for (std::vector<int> next{17}; !next.empty();) {
      const int rank = next.back();
      next.pop_back();
      EXPECT_LE(trees.children(tree, rank).size(), 3U);
      EXPECT_LE(trees.depth(tree, rank), trees.height());
      for (const int child : trees.children(tree, rank)) {
        EXPECT_EQ(trees.parent(tree, child), rank);
        EXPECT_EQ(trees.depth(tree, child), trees.depth(tree, rank) + 1);
        EXPECT_TRUE(reached.insert(child).second);
        EXPECT_TRUE(links.insert({rank, child}).second) << rank << " to " << child << " in tree " << tree;
        int apart = 0;
        for (const auto& [size, stride] : sides) {
          const int steps = (child / stride % size - rank / stride % size + size) % size;
          apart += std::min(steps, size - steps);
        }
        EXPECT_EQ(apart, 1);
        next.push_back(child);
      }
    }
    EXPECT_EQ(reached.size(), 60U);
  }
  EXPECT_EQ(trees.height(), 2 + 4 + 4) << "the longest of 2 + 4 + 4, 3 + 4 + 3 and 3 + 2 + 5";
}

TEST(TorusTrees, AreRightOnTori) {
  for (const char* collective : {"allreduce", "bcast", "reduce"})
    for (const TreeValues& values :
         {TreeValues{{"dims", "2x2x2"}, {"trees", "6"}, {"segment_bytes", "64"}},
          TreeValues{{"dims", "4x4"}, {"trees", "4"}, {"segment_bytes", "1000"}},
          TreeValues{{"dims", "3x5"}, {"trees", "2"}}, TreeValues{{"trees", "2"}, {"segment_bytes", "4096"}}})
      EXPECT_EQ(testing::oracle(describe(collective, "torus_trees"), values), "");
}

TEST(TorusTrees, OneCostsWhatItStates) {
  for (const char* collective : {"allreduce", "bcast", "reduce"})
    for (const TreeValues& values : {TreeValues{{"dims", "4x4"}, {"segment_bytes", "256"}},
                                     TreeValues{{"dims", "3x1x5"}}, TreeValues{{"segment_bytes", "4096"}}})
      EXPECT_EQ(testing::check_cost(describe(collective, "torus_trees"), values), "");
}

TEST(TorusTrees, AreRefusedWhereTheyDoNotFit) {
  const Description& about = describe("bcast", "torus_trees");
  const auto refusal = [&](int processes, const TreeValues& values) {
    return about.why_unsupported({.processes = processes}, about.resolve(values));
  };
  EXPECT_EQ(refusal(12, {{"dims", "4x3"}, {"trees", "4"}}), "");
  EXPECT_EQ(refusal(12, {{"dims", "4x3"}, {"trees", "5"}}), "this torus has links for 4 trees, not for 5");
  EXPECT_EQ(refusal(12, {{"dims", "4x4"}}), "a torus of 4x4 does not have 12 ranks");
  EXPECT_EQ(refusal(12, {{"dims", "4by3"}}), "dims '4by3' is not of the form 8x8x4");
}

}  // namespace
}  // namespace collsim
