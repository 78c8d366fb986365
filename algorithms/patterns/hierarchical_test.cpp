#include "algorithms/patterns/hierarchical.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/hockney.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

const auto even = std::make_shared<const Nodes>(std::vector{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3});
const auto uneven = std::make_shared<const Nodes>(std::vector{0, 0, 0, 1, 1, 2});
const auto dealt_out = std::make_shared<const Nodes>(std::vector{0, 1, 0, 1});

std::string why(const std::string& collective, const std::map<std::string, std::string>& options,
                const std::shared_ptr<const Nodes>& nodes, bool commutative = true) {
  const Description& about = describe(collective, "hierarchical");
  const Shape shape{
      .processes = nodes->ranks(), .count = 12 * nodes->ranks(), .commutative = commutative, .nodes = nodes};
  return about.why_unsupported(shape, about.resolve(options));
}

TEST(HierarchicalIsUnsupported, WithMoreSendersThanANodeHasRanks) {
  EXPECT_EQ(why("bcast", {{"senders", "3"}}, even), "");
  EXPECT_EQ(why("bcast", {{"senders", "4"}}, even),
            "4 senders are more than the ranks of a node, of which one has 3; right would be at most that");
  EXPECT_THAT(why("bcast", {{"senders", "99999999999"}}, even), HasSubstr("99999999999 senders are more"));
  EXPECT_THAT(why("allreduce", {{"senders", "2"}}, uneven), HasSubstr("of which one has 1"));
}

TEST(HierarchicalIsUnsupported, InMemoryDomainsThatTakeNothingInCommon) {
  for (const char* collective : {"allgather", "allgatherv", "allreduce", "bcast"})
    EXPECT_EQ(why(collective, {{"levels", "node+domain"}}, even), "");
  for (const char* collective : {"alltoall", "alltoallv", "barrier", "exscan", "gather", "gatherv", "reduce",
                                 "reduce_scatter", "reduce_scatter_block", "scan", "scatter", "scatterv"})
    EXPECT_THAT(why(collective, {{"levels", "node+domain"}}, even),
                HasSubstr("ranks take no result in common, of which each memory domain could have a copy"));
}

TEST(HierarchicalIsUnsupported, WhereTheOrderOfRanksIsLost) {
  EXPECT_EQ(why("allreduce", {}, even, false), "");
  EXPECT_EQ(why("allreduce", {}, dealt_out), "");
  EXPECT_EQ(why("allreduce", {}, dealt_out, false),
            "the operator does not commute, and ranks that share a node do not follow each other");
  EXPECT_EQ(why("scan", {}, dealt_out), "ranks that share a node do not follow each other");
}

TEST(HierarchicalIsUnsupported, WhereThePartBetweenNodesIs) {
  EXPECT_EQ(why("allreduce", {{"inter", "ring"}}, even), "");
  EXPECT_THAT(why("allreduce", {{"inter", "ring"}}, even, false),
              HasSubstr("between nodes, ring: the operator"));
  EXPECT_EQ(why("bcast", {{"inter", "scatter_recursive_doubling_allgather"}}, even), "");
  EXPECT_THAT(why("bcast", {{"inter", "scatter_recursive_doubling_allgather"}}, uneven),
              HasSubstr("between nodes, scatter_recursive_doubling_allgather: "));
}

TEST(HierarchicalIsUnsupported, WhereUnevenNodesNeedAnotherCollective) {
  EXPECT_EQ(why("allgather", {{"inter", "neighbor_exchange"}}, even), "");
  EXPECT_EQ(why("allgather", {{"inter", "neighbor_exchange"}}, uneven),
            "between these nodes is an allgatherv, which has no algorithm 'neighbor_exchange'");
  EXPECT_EQ(why("allgather", {{"inter", "blocked_ring"}}, uneven), "");
  EXPECT_EQ(why("allgather", {{"inter", "blocked_ring"}}, even),
            "between these nodes is an allgather, which has no algorithm 'blocked_ring'");
  EXPECT_EQ(why("allgather", {{"inter", "bruck(turn=in_place)"}}, even), "");
  EXPECT_THAT(why("allgather", {{"inter", "bruck(turn=in_place)"}}, uneven),
              HasSubstr("between these nodes, allgatherv/bruck has no option 'turn'"));
}

/// Four nodes of three ranks: bring, combine a third of two more vectors, two rounds of recursive doubling, take.
TEST(HierarchicalCost, IsThatOfItsParts) {
  const Description& about = describe("allreduce", "hierarchical");
  const Shape shape{.processes = 12, .count = 1200, .type_size = 8, .nodes = even};
  constexpr double n = 9600;
  const Hockney machine{.alpha = 1000, .beta = 3, .gamma = 5, .kappa = 7, .phi = 11, .psi = 13};
  const auto seconds = [&](const std::string& senders) {
    return predict(about.cost(shape, about.resolve({{"senders", senders}})), machine);
  };
  const double on_node = n * 7 + 2 * 11 + 2 * (n / 3 * 5) + 2 * 11 + n * 7;
  EXPECT_DOUBLE_EQ(seconds("1"), on_node + 2 * (1000 + n * (3 + 5)) + 11 + 13);
  EXPECT_DOUBLE_EQ(seconds("3"), on_node + 2 * (1000 + n / 3 * (3 + 5)) + 2 * 11);
  EXPECT_TRUE(about.is_exact(shape, about.resolve({{"senders", "3"}})));
  EXPECT_FALSE(about.is_exact(shape, about.resolve({{"senders", "2"}})));
}

/// Two nodes of four ranks in two domains, each of which makes half a copy.
TEST(HierarchicalCost, HasACopyInEachMemoryDomain) {
  const Description& about = describe("bcast", "hierarchical");
  const Shape shape{.processes = 8,
                    .count = 100,
                    .type_size = 1,
                    .nodes = std::make_shared<const Nodes>(std::vector{0, 0, 0, 0, 1, 1, 1, 1},
                                                           std::vector{0, 0, 1, 1, 0, 0, 1, 1})};
  Shape lopsided = shape;
  lopsided.nodes =
      std::make_shared<const Nodes>(std::vector{0, 0, 0, 0, 1, 1, 1, 1}, std::vector{0, 1, 1, 1, 0, 0, 1, 1});
  const Hockney machine{.kappa = 7, .phi = 11};
  const Options copies = about.resolve({{"levels", "node+domain"}});
  EXPECT_DOUBLE_EQ(
      predict(about.cost(shape, copies), machine) - predict(about.cost(shape, about.resolve({})), machine),
      50 * 7 + 11);
  EXPECT_TRUE(about.is_exact(shape, copies));
  EXPECT_FALSE(about.is_exact(lopsided, copies));
}

TEST(HierarchicalCost, IsUnknownWhereUnevenNodesExchangeBlocks) {
  const Description& about = describe("alltoall", "hierarchical");
  const auto known = [&](const std::shared_ptr<const Nodes>& nodes) {
    return about.has_cost({.processes = nodes->ranks(), .count = 12 * nodes->ranks(), .nodes = nodes},
                          about.resolve({}));
  };
  EXPECT_TRUE(known(even));
  EXPECT_FALSE(known(uneven));
}

TEST(HierarchicalCost, CountsTheMessagesOfAllSenders) {
  const Description& about = describe("bcast", "hierarchical");
  const Shape shape{.processes = 12, .count = 12, .type_size = 1, .root = 4, .nodes = even};
  std::int64_t messages = 0, volume = 0;
  Pairs::List pairs;
  for (const Stage& stage : about.cost(shape, about.resolve({{"senders", "2"}}))) {
    messages += stage.repeat * stage.messages;
    volume += stage.repeat * stage.volume;
    for (const auto& pair : stage.pairs.list_of(shape)) pairs.push_back(pair);
  }
  EXPECT_EQ(messages, 2 * 3);
  EXPECT_EQ(volume, 3 * 12);
  for (const auto& [from, to] : pairs) EXPECT_EQ(from % 3, to % 3);
  EXPECT_EQ(pairs.size(), 6U);
}

TEST(HierarchicalFormula, IsMadeOfThatBetweenNodes) {
  const Description& about = describe("bcast", "hierarchical");
  EXPECT_EQ(about.formula_with(about.resolve({})),
            "n*kappa + ((r > 0 ? k + 1 : k)*(alpha + n*beta)) + (p*m > 1 ? n*kappa : 0) + min(1, m - 1)*phi "
            "+ max(0, m "
            "- 2)*psi");
  EXPECT_THAT(about.formula_with(about.resolve({{"inter", "chain"}, {"senders", "4"}})),
              HasSubstr("((p - 1)*(alpha + (n/4)*beta))"));
  EXPECT_THAT(
      about.formula_with(about.resolve({{"result", "cow"}, {"written", "10"}})),
      HasSubstr(
          " + page_map + n/page*(90/100*page_fault + 10/100*page_copy + page_unmap) + 10/100*n*kappa + "));
  EXPECT_THAT(about.formula_with(about.resolve({{"result", "cow"}})),
              HasSubstr(" + page_map + n/page*(page_fault + page_unmap) + "));
  EXPECT_THAT(about.formula_with(about.resolve({{"levels", "node+domain"}})),
              HasSubstr(" + q*(p*m > 1 ? n*kappa : 0)/m + d*phi + "));
}

}  // namespace
}  // namespace collsim
