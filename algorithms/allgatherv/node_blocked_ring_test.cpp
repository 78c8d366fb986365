#include <gtest/gtest.h>

#include <map>
#include <set>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/distribution.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& node_blocked_ring() {
  return describe("allgatherv", "node_blocked_ring");
}

const auto dealt_out = std::make_shared<const Nodes>(std::vector{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});

Shape regular(std::int64_t block, const std::shared_ptr<const Nodes>& nodes) {
  const int p = nodes->ranks();
  const std::int64_t count = p * block;
  return {.processes = p,
          .count = count,
          .type_size = 4,
          .counts = distribute("regular", count, p),
          .nodes = nodes};
}

/// Messages of all rounds by their pairs, which in a regular ring all send in every repetition.
std::map<std::pair<int, int>, std::int64_t> messages(const std::string& algorithm, const Shape& shape) {
  const Description& about = describe("allgatherv", algorithm);
  std::map<std::pair<int, int>, std::int64_t> number;
  for (const Stage& stage : about.cost(shape, about.resolve({})))
    for (const auto& pair : stage.pairs.list_of(shape)) number[pair] += stage.repeat;
  return number;
}

std::int64_t between_nodes(const std::string& algorithm, const Shape& shape) {
  std::int64_t sum = 0;
  for (const auto& [pair, number] : messages(algorithm, shape))
    if (shape.nodes->node_of(pair.first) != shape.nodes->node_of(pair.second)) sum += number;
  return sum;
}

/// Three nodes of four ranks, a block each: a node receives the 8 blocks of the others once, where ranks that are dealt out
/// to nodes in turns pass 11 blocks from each of 12 ranks to another node.
TEST(NodeBlockedRing, NoNodeReceivesABlockThatItHas) {
  EXPECT_EQ(between_nodes("node_blocked_ring", regular(100, dealt_out)), 3 * 8);
  EXPECT_EQ(between_nodes("blocked_ring", regular(100, dealt_out)), 12 * 11);
}

TEST(NodeBlockedRing, OneRankOfANodeSendsToOthersAndOneReceives) {
  std::map<int, std::set<int>> senders, receivers;  // by node
  for (const auto& [pair, number] : messages("node_blocked_ring", regular(100, dealt_out))) {
    const int from = dealt_out->node_of(pair.first), to = dealt_out->node_of(pair.second);
    if (from == to) continue;
    senders[from].insert(pair.first);
    receivers[to].insert(pair.second);
  }
  for (int node = 0; node < 3; ++node) {
    EXPECT_EQ(senders[node], std::set{9 + node});
    EXPECT_EQ(receivers[node], std::set{node});
  }
}

TEST(NodeBlockedRing, IsRightAndCostsWhatItStatesWithSeveralBlocksARank) {
  const auto uneven = std::make_shared<const Nodes>(std::vector{2, 0, 1, 1, 0, 1, 2});
  EXPECT_EQ(testing::oracle(node_blocked_ring(), {{"rule", "fixed"}, {"block_bytes", "12"}}, uneven), "");
  EXPECT_EQ(testing::check_cost(node_blocked_ring(), {{"rule", "fixed"}, {"block_bytes", "12"}}, uneven), "");
}

/// No way back is needed where a rank is alone on its node, none leads elsewhere where all are on one.
TEST(NodeBlockedRing, IsTheBlockedRingOnOneNodeAndOnNodesOfOneRank) {
  for (const int ranks_of_a_node : {1, 12}) {
    std::vector<int> placement;
    for (int rank = 0; rank < 12; ++rank) placement.push_back(rank / ranks_of_a_node);
    const Shape shape = regular(100, std::make_shared<const Nodes>(placement));
    EXPECT_EQ(messages("node_blocked_ring", shape), messages("blocked_ring", shape));
  }
}

/// A last rank with nine of twelve blocks feeds the next node for two rounds and its own for nine, one after the other.
TEST(NodeBlockedRing, CostIsTheCriticalPathWhereNodesHaveAsManyBlocks) {
  const auto two = std::make_shared<const Nodes>(std::vector{0, 0, 1, 1});
  const auto exact = [&](const std::vector<int>& counts) {
    const Options options = node_blocked_ring().resolve({{"rule", "fixed"}, {"block_bytes", "4"}});
    return node_blocked_ring().is_exact(
        {.processes = 4, .count = 12, .type_size = 4, .counts = counts, .nodes = two}, options);
  };
  EXPECT_TRUE(exact({3, 3, 3, 3}));
  EXPECT_TRUE(exact({2, 4, 4, 2}));
  EXPECT_FALSE(exact({1, 9, 1, 1}));
}

}  // namespace
}  // namespace collsim
