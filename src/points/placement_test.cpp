#include "points/placement.hpp"

#include <gmock/gmock.h>

#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

template <class Question>
std::vector<int> by_rank(const Placement& placement, const Question& question) {
  std::vector<int> all;
  for (int rank = 0; rank < placement.processes(); ++rank) all.push_back((placement.*question)(rank));
  return all;
}

/// What must hold of every placement.
void check(const Placement& placement) {
  int ranks = 0;
  for (int node = 0; node < placement.nodes(); ++node) {
    EXPECT_GT(placement.ranks_on(node), 0);
    EXPECT_LE(placement.ranks_on(node), placement.most_on_a_node());
    int last = -1;
    for (int slot = 0; slot < placement.ranks_on(node); ++slot, ++ranks) {
      const int rank = placement.rank_at(node, slot);
      EXPECT_GT(rank, last) << "slots are in order of rank";
      EXPECT_EQ(placement.node_of(rank), node);
      EXPECT_EQ(placement.slot_of(rank), slot);
      last = rank;
    }
  }
  EXPECT_EQ(ranks, placement.processes());
}

TEST(PerNode, IsWrittenAsANumberOrASum) {
  EXPECT_EQ(PerNode::parse("5+4+4").text(), "5+4+4");
  EXPECT_EQ(PerNode::parse("4").text(), "4");
  EXPECT_EQ(PerNode::parse("4+3+4+3"), PerNode::parse("4+3")) << "it begins anew anyhow";
  EXPECT_EQ(PerNode::parse("4+4"), PerNode(4));
  for (const char* bad : {"", "0", "5+", "+5", "5+0", "5,4", "5 + 4", "-1", "99999999999"})
    EXPECT_THAT([&] { PerNode::parse(bad); }, ThrowsMessage<Error>(HasSubstr("right would be 4, or 5+4+4")));
}

TEST(PerNode, CountsRanksAndNodes) {
  const PerNode uneven = PerNode::parse("5+4+4");
  EXPECT_EQ(uneven.most(13), 5);
  EXPECT_EQ(uneven.most(3), 3);
  EXPECT_EQ(PerNode::parse("1+9").most(4), 3);
  EXPECT_EQ(PerNode::parse("1+3+2").most(5), 3);
  EXPECT_EQ(uneven.room(3), 13);
  EXPECT_EQ(uneven.room(5), 22);
  for (const auto& [processes, nodes] : {std::pair(1, 1), {5, 1}, {6, 2}, {13, 3}, {14, 4}, {26, 6}})
    EXPECT_EQ(uneven.nodes(processes), nodes) << processes;
  EXPECT_EQ(PerNode(1).nodes(1 << 20), 1 << 20);
}

TEST(Placement, OfEvenNodesFollowsTheRule) {
  const Placement block(7, 3, Mapping::block);
  EXPECT_THAT(by_rank(block, &Placement::node_of), ElementsAre(0, 0, 0, 1, 1, 1, 2));
  EXPECT_THAT(by_rank(block, &Placement::core_of), ElementsAre(0, 1, 2, 0, 1, 2, 0));
  const Placement dealt(7, 3, Mapping::round_robin);
  EXPECT_THAT(by_rank(dealt, &Placement::host_of), ElementsAre(0, 1, 2, 0, 1, 2, 0));
  EXPECT_THAT(by_rank(dealt, &Placement::slot_of), ElementsAre(0, 0, 0, 1, 1, 1, 2));
  EXPECT_EQ(dealt.ranks_on(0), 3);
  EXPECT_EQ(dealt.ranks_on(2), 2);
}

TEST(Placement, OfUnevenNodesFillsOrDealsRanks) {
  const Placement block(13, PerNode::parse("5+4+4"), Mapping::block);
  EXPECT_THAT(by_rank(block, &Placement::node_of), ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2));
  const Placement dealt(9, PerNode::parse("1+3+5"), Mapping::round_robin);
  EXPECT_THAT(by_rank(dealt, &Placement::node_of), ElementsAre(0, 1, 2, 1, 2, 1, 2, 2, 2));
  EXPECT_EQ(dealt.most_on_a_node(), 5);
}

TEST(Placement, OfAFileKeepsItsHostsAndCores) {
  const Placement listed(5, 1, Mapping::block, {"a file", {{7, 3}, {2}, {7, 0}, {9}, {2}}});
  EXPECT_THAT(by_rank(listed, &Placement::host_of), ElementsAre(7, 2, 7, 9, 2));
  EXPECT_THAT(by_rank(listed, &Placement::node_of), ElementsAre(1, 0, 1, 2, 0));
  EXPECT_THAT(by_rank(listed, &Placement::core_of), ElementsAre(3, 0, 0, 0, 1));
  EXPECT_THAT(by_rank(listed, &Placement::slot_of), ElementsAre(0, 0, 1, 0, 1));
}

TEST(Placement, AnswersBothWaysAlike) {
  for (const char* ppn : {"1", "4", "5+4+4", "1+7", "2+1+1+9"})
    for (const Mapping mapping : {Mapping::block, Mapping::round_robin})
      for (const int processes : {1, 2, 13, 64}) check(Placement(processes, PerNode::parse(ppn), mapping));
  check(Placement(5, 1, Mapping::block, {"a file", {{7, 3}, {2}, {7, 0}, {9}, {2}}}));
}

TEST(Listed, IsEqualByNameAndContents) {
  const Listed<int> none, some("a", {1, 2}), same("a", {1, 2}), other("a", {1, 3}), renamed("b", {1, 2});
  EXPECT_EQ(some, same);
  EXPECT_EQ(none, Listed<int>());
  EXPECT_LT(none, some);
  EXPECT_LT(some, other);
  EXPECT_LT(some, renamed);
}

}  // namespace
}  // namespace collsim
