#include "backends/native/node_patterns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "backends/native/testing/world.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using testing::job;

TEST(NodePatterns, RanksKnowWhatOthersDo) {
  const int rank = job().rank();
  const auto all = of_all_ranks(MPI_COMM_WORLD, std::vector<int>(static_cast<std::size_t>(rank), rank));
  ASSERT_EQ(all.size(), static_cast<std::size_t>(job().size()));
  EXPECT_TRUE(all[0].empty());
  EXPECT_THAT(all[2], ElementsAre(2, 2));
}

TEST(NodePatterns, AreMeasuredOnceForEachLoad) {
  const std::vector<LevelRanks> levels = {
      {.name = "socket", .cores = 2, .pairs = {{1, 0}, {2, 3}}},
      {.name = "node", .cores = 4, .pairs = {{3, 1}}, .fan = {1, 2, 3, 0}}};
  constexpr double patience = 0.5;  // others may have the cores all the time
  const auto times =
      measure_node(MPI_COMM_WORLD, levels, {.pair = {8}, .many = {1024}, .work = {4096}}, patience);
  std::map<std::string, std::set<int>> loads;
  for (const auto& [level, cores, time] : times) {
    EXPECT_TRUE(
        loads[level + " " + time.pattern].insert(time.ranks * 10'000 + static_cast<int>(time.bytes)).second);
    EXPECT_EQ(cores, level.empty() ? 0 : level == "socket" ? 2 : 4);
    EXPECT_GT(time.seconds, 0) << "all ranks know it";
    EXPECT_GE(time.repetitions, 5) << time.pattern;
  }
  EXPECT_THAT(loads["socket ping_pong"], ElementsAre(20'008, 41'024));
  EXPECT_THAT(loads["socket in_a_row"], ElementsAre(20'008));
  EXPECT_THAT(loads["socket flag"], ElementsAre(20'000));
  EXPECT_THAT(loads["socket in_order"], ElementsAre(20'000));
  EXPECT_THAT(loads["node out_of_order"], ElementsAre(20'000));
  EXPECT_THAT(loads["node call"], ElementsAre(20'001, 20'064, 20'256, 21'024, 22'048));
  EXPECT_THAT(loads["socket hand_over"], ElementsAre(21'024));
  EXPECT_THAT(loads["node exchange"], ElementsAre(20'008));
  EXPECT_THAT(loads["node one_to_all"], ElementsAre(31'024, 41'024));
  EXPECT_THAT(loads["node all_to_one"], ElementsAre(31'024, 41'024));
  EXPECT_EQ(loads.count("socket one_to_all"), 0U) << "where nobody else is as near";
  for (const char* work : {" copy", " trimmed_copy", " mapped_copy", " combine.arithmetic",
                           " combine.location", " combine.user"})
    EXPECT_THAT(loads[work], ElementsAre(14'096, 44'096)) << work;
}

}  // namespace
}  // namespace collsim
