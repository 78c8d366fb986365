#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/placed.hpp"

namespace collsim {
namespace {

const Description& locality_bruck() {
  return describe("allgather", "locality_bruck");
}

TEST(LocalityBruck, IsRightOnEvenNodesWhateverTheMapping) {
  for (const auto& placement :
       {std::vector{0, 0, 1, 1, 2, 2}, {1, 0, 0, 2, 1, 2}, {0, 0, 0, 1, 1, 1}, {0, 0, 0}})
    EXPECT_EQ(testing::oracle(locality_bruck(), {{"intra", "ring"}}, testing::placed(placement)), "");
}

/// The most messages that a rank sends to another node: two steps from 1 to 9 nodes, a third for a tenth.
TEST(LocalityBruck, TakesAsManyStepsAsTheNodesHaveDigits) {
  const auto steps = [](int nodes) {
    std::vector<int> placement;
    for (int rank = 0; rank < 3 * nodes; ++rank) placement.push_back(rank % nodes);
    const Shape shape{.processes = 3 * nodes, .count = 3 * nodes, .nodes = testing::placed(placement)};
    std::map<int, std::int64_t> sent;  // by rank
    std::int64_t most = 0;
    for (const Stage& stage : locality_bruck().cost(shape, locality_bruck().resolve({})))
      for (const auto& [from, to] : stage.pairs.list_of(shape))
        if (shape.nodes->node_of(from) != shape.nodes->node_of(to))
          most = std::max(most, sent[from] += stage.repeat);
    return most;
  };
  EXPECT_EQ(steps(3), 1);
  EXPECT_EQ(steps(9), 2);
  EXPECT_EQ(steps(10), 3);
}

TEST(LocalityBruck, NeedsAsManyRanksOnEveryNode) {
  const Shape shape{.processes = 3, .count = 3, .nodes = testing::placed({0, 0, 1})};
  EXPECT_EQ(locality_bruck().why_unsupported(shape, locality_bruck().resolve({})),
            "nodes have unequal numbers of ranks");
}

}  // namespace
}  // namespace collsim
