#include "lab/decisions/choices.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/answered.hpp"

namespace collsim {
namespace {

const std::vector<Timing> judge = {{"ring", 4, 8, 3},  {"tree", 4, 8, 2},  {"chain", 4, 8, 5},
                                   {"ring", 4, 64, 6}, {"tree", 4, 64, 7}, {"ring", 8, 8, 1}};

std::vector<Regret> regrets(const std::vector<Timing>& chooser, const std::vector<Timing>& judging) {
  std::vector<Regret> found;
  for (const Race& each : races_of(chooser, judging)) found.push_back(regret_of(each));
  return found;
}

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

Race between(double look, double other_look, double takes, double other_takes, double spread = 0) {
  return {"allreduce", 4, 64, {{"ring", look, takes, spread}, {"tree", other_look, other_takes, spread}}};
}

TEST(Choices, SumUp) {
  const Choices found = choices_of({// The best is clear, and found.
                                    between(1.1, 1.2, 1, 2),
                                    // Clear, but the other one is chosen, which takes 1.5 times as long.
                                    between(3, 2, 1, 1.5, 0.1),
                                    // 5 % apart, with a spread of 4 % each: nobody knows who wins.
                                    between(1, 2, 1, 1.05, 0.04)});
  EXPECT_EQ(found.cells, 3U);
  EXPECT_EQ(found.agreeing, 2U);
  EXPECT_DOUBLE_EQ(found.share(), 2.0 / 3);
  EXPECT_EQ(found.clear, 2U);
  EXPECT_EQ(found.clear_found, 1U);
  EXPECT_EQ(found.ahead, 2U) << "the third is ahead by 5 %";
  EXPECT_EQ(found.ahead_found, 1U);
  EXPECT_NEAR(found.regret, 0.5 / 3, 1e-12);
  EXPECT_NEAR(found.correlation, (1.0 - 1 + 1) / 3, 1e-12);
  EXPECT_EQ(found.worst.share, 0.5);
  EXPECT_EQ(found.worst.chosen, "tree");
  EXPECT_EQ(found.worst.best, "ring");
  EXPECT_TRUE(std::isnan(choices_of({}).regret));
}

TEST(Choices, AreToldByGroupAndByChooser) {
  const auto answered_by = [](const char* backend, const char* algorithm, std::int64_t count,
                              double seconds) {
    Row row = testing::answered(seconds);
    row.outcome.seconds_low = row.outcome.seconds_high = seconds;
    row.point.backend = backend;
    row.point.algorithm = algorithm;
    row.point.count = count;
    return row;
  };
  Judgement judgement;
  for (const std::int64_t count : {1024, 8192})
    for (const auto& [algorithm, seconds] : {std::pair{"ring", 1.0}, {"tree", 1.5}, {"library", 1.25}})
      judgement.references.push_back(answered_by("native", algorithm, count, seconds));
  const auto& references = judgement.references;
  for (const std::size_t i : {0, 1, 3, 4})
    judgement.judged.push_back(
        {references[i], answered_by("smpi", references[i].point.algorithm.c_str(), references[i].point.count,
                                    i == 3 ? 3 : references[i].outcome.seconds)});
  const auto found = choices_by(judgement, group_by_nearest_size);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].of.name, "8 KiB");
  EXPECT_EQ(found[0].by, "smpi");
  EXPECT_EQ(found[0].regret, 0);
  EXPECT_EQ(found[1].by, "library");
  EXPECT_EQ(found[1].regret, 0.25);
  EXPECT_EQ(found[2].of.order, 65536);
  EXPECT_EQ(found[2].regret, 0.5);
  const std::string text = choices_table(found);
  EXPECT_THAT(text, ::testing::HasSubstr("| 64 KiB: smpi "));
  EXPECT_THAT(text, ::testing::HasSubstr("| allreduce of 64 KiB on 4 ranks: tree instead of ring "));
}

}  // namespace
}  // namespace collsim
