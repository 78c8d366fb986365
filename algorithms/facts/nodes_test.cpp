#include "algorithms/facts/nodes.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

/// Node 0: ranks 0, 3, 4; node 1: ranks 1, 5; node 2: rank 2.
const Nodes mixed({7, 2, 9, 7, 7, 2});

TEST(Nodes, AreNumberedByTheirLowestRanks) {
  std::vector<int> nodes, places, positions;
  for (int rank = 0; rank < mixed.ranks(); ++rank) {
    nodes.push_back(mixed.node_of(rank));
    places.push_back(mixed.place_of(rank));
    positions.push_back(mixed.position_of(rank));
  }
  EXPECT_EQ(mixed.count(), 3);
  EXPECT_EQ(nodes, (std::vector<int>{0, 1, 2, 0, 0, 1}));
  EXPECT_EQ(places, (std::vector<int>{0, 0, 0, 1, 2, 1}));
  EXPECT_EQ(positions, (std::vector<int>{0, 3, 5, 1, 2, 4}));
}

TEST(Nodes, HaveTheirRanksInOrder) {
  std::vector<int> ranks;
  for (int node = 0; node < mixed.count(); ++node)
    for (int place = 0; place < mixed.size(node); ++place) ranks.push_back(mixed.rank(node, place));
  EXPECT_EQ(ranks, (std::vector<int>{0, 3, 4, 1, 5, 2}));
  for (int position = 0; position < mixed.ranks(); ++position)
    EXPECT_EQ(mixed.rank_at(position), ranks[static_cast<std::size_t>(position)]);
}

TEST(Nodes, SayWhetherTheyAreAlikeAndInOrder) {
  const Nodes even({0, 0, 1, 1}), dealt_out({0, 1, 0, 1}), uneven({0, 0, 1}), alone(3);
  EXPECT_TRUE(even.even() && even.in_order());
  EXPECT_TRUE(dealt_out.even() && !dealt_out.in_order());
  EXPECT_TRUE(!uneven.even() && uneven.in_order());
  EXPECT_TRUE(alone.even() && alone.in_order());
  EXPECT_EQ(alone.count(), 3);
  EXPECT_EQ(mixed.smallest(), 1);
  EXPECT_EQ(mixed.largest(), 3);
}

/// Node 0 has its ranks 0 and 4 in a domain, 3 in another; node 1's are in one, whose number node 0 uses, too.
TEST(Nodes, HaveMemoryDomains) {
  const Nodes nodes({7, 2, 9, 7, 7, 2}, {1, 1, 0, 3, 1, 1});
  const Nodes& domains = nodes.domains();
  EXPECT_EQ(domains.count(), 4);
  EXPECT_EQ(domains.node_of(0), domains.node_of(4));
  EXPECT_EQ(domains.node_of(1), domains.node_of(5));
  EXPECT_NE(domains.node_of(0), domains.node_of(3));
  EXPECT_NE(domains.node_of(0), domains.node_of(1));
  EXPECT_EQ(domains.place_of(4), 1);
  EXPECT_EQ(mixed.domains().count(), mixed.count()) << "each node is one";
}

}  // namespace
}  // namespace collsim
