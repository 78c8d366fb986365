#include "decisions/regret.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace collsim {
namespace {

const std::vector<Timing> judge = {{"ring", 4, 8, 3},  {"tree", 4, 8, 2},  {"chain", 4, 8, 5},
                                   {"ring", 4, 64, 6}, {"tree", 4, 64, 7}, {"ring", 8, 8, 1}};

TEST(Regret, IsWhatTheChoiceTakesOverTheBest) {
  // The chooser prefers the ring at 8 B, the tree at 64 B.
  const auto found =
      regrets({{"ring", 4, 8, 1}, {"tree", 4, 8, 2}, {"ring", 4, 64, 9}, {"tree", 4, 64, 8}}, judge);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].processes, 4);
  EXPECT_EQ(found[0].bytes, 8);
  EXPECT_DOUBLE_EQ(found[0].share, 0.5);
  EXPECT_FALSE(found[0].agrees());
  EXPECT_EQ(found[1].bytes, 64);
  EXPECT_DOUBLE_EQ(found[1].share, 7.0 / 6 - 1);
}

TEST(Regret, IsNoneWhereTheChoiceWins) {
  const auto found = regrets({{"tree", 4, 8, 100}, {"ring", 8, 8, 50}}, judge);
  ASSERT_EQ(found.size(), 2U);
  for (const Regret& each : found) {
    EXPECT_EQ(each.share, 0);
    EXPECT_TRUE(each.agrees());
  }
}

TEST(Regret, OfEqualChoicesTheSlowestCounts) {
  const auto found = regrets({{"tree", 4, 8, 1}, {"chain", 4, 8, 1}, {"ring", 4, 8, 2}}, judge);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].share, 1.5);
}

TEST(Regret, AnyOfTheJudgesEqualsWillDo) {
  const std::vector<Timing> equal = {{"ring", 4, 8, 1}, {"tree", 4, 8, 1 + 1e-12}};
  EXPECT_TRUE(regrets({{"ring", 4, 8, 7}}, equal).front().agrees());
  EXPECT_TRUE(regrets({{"tree", 4, 8, 7}}, equal).front().agrees());
  EXPECT_TRUE(regrets({{"ring", 4, 8, 7}, {"tree", 4, 8, 7}}, equal).front().agrees());
}

TEST(Regret, SizesWithoutATimeForTheChoiceAreLeftOut) {
  EXPECT_TRUE(regrets({{"library", 4, 8, 1}, {"tree", 4, 8, 2}}, judge).empty());
  EXPECT_TRUE(regrets({{"tree", 16, 8, 2}}, judge).empty());
}

TEST(Agreement, SumsUp) {
  const Agreement found = agreement({{2, 8, 0}, {2, 64, 0.3}, {4, 8, 1e-12}, {4, 64, 0.1}});
  EXPECT_EQ(found.cells, 4U);
  EXPECT_EQ(found.agreeing, 2U);
  EXPECT_EQ(found.share(), 0.5);
  EXPECT_NEAR(found.mean, 0.1, 1e-12);
  EXPECT_EQ(found.worst.share, 0.3);
  EXPECT_EQ(found.worst.processes, 2);
  EXPECT_EQ(found.worst.bytes, 64);
  EXPECT_TRUE(std::isnan(agreement({}).mean));
}

}  // namespace
}  // namespace collsim
