#include "lab/decisions/judged.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/answered.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

TEST(Regrets, AreSharesOverTheBest) {
  EXPECT_DOUBLE_EQ(regret_over(2, 3), 0.5);
  EXPECT_EQ(regret_over(0, 0), 0);
  EXPECT_TRUE(std::isinf(regret_over(0, 1)));
  const RegretSummary found = summary_of(std::vector{0.1, 0.5, 0.0, 0.5});
  EXPECT_EQ(found.calls, 4U);
  EXPECT_DOUBLE_EQ(found.mean, 0.275);
  EXPECT_DOUBLE_EQ(found.ninetieth, 0.5);
  EXPECT_EQ(found.worst, 0.5);
  EXPECT_EQ(found.worst_at, 1U) << "of equals the first";
  EXPECT_EQ(summary_of(std::vector<double>{}).calls, 0U);
}

TEST(Errors, AreSizesOfDeviations) {
  const Errors found = errors_of({0.1, -0.2, Errors::none, 0.3, -0.5, 0.4});
  EXPECT_EQ(found.points, 5U) << "what is no number does not count";
  EXPECT_DOUBLE_EQ(found.median, 0.3);
  EXPECT_DOUBLE_EQ(found.ninetieth, 0.46) << "between the fourth and the fifth";
  EXPECT_EQ(found.worst, 0.5);
  EXPECT_EQ(found.worst_at, 4U);
  const std::vector<double> nothing = {Errors::none};
  EXPECT_EQ(errors_of(nothing).points, 0U);
  EXPECT_TRUE(std::isnan(errors_of(nothing).median));
}

TEST(Errors, OfNothingByNothingAreNone) {
  EXPECT_EQ(deviation_of(0, 0), 0);
  EXPECT_TRUE(std::isinf(deviation_of(1, 0)));
  EXPECT_EQ(deviation_of(1, 2), -0.5);
}

Judged off_by(const char* backend, std::int64_t count, double share) {
  Judged each{.reference = testing::answered(1), .answer = testing::answered(1 + share)};
  each.reference.point.count = each.answer.point.count = count;
  each.answer.point.backend = backend;
  return each;
}

TEST(Judged, MayHaveBeenMeasuredSo) {
  Judged each = off_by("smpi", 1024, 0.1);
  each.reference.outcome.seconds_low = 0.8;
  each.reference.outcome.seconds_high = 1.1;
  EXPECT_TRUE(each.within_noise());
  each.reference.outcome.interval = RealInterval{0.95, 1.05};
  EXPECT_FALSE(each.within_noise());
}

TEST(Judged, AreReferencesWithTheAnswersThatAskTheSame) {
  const Row measured = off_by("native", 1024, 0).reference;
  const Row first = off_by("smpi", 1024, 0.1).answer, second = off_by("model", 1024, 0.2).answer;
  Reference mean{.row = off_by("native", 2048, 0).reference, .as = "theirs", .time = &Outcome::seconds_mean};
  Row its = off_by("smpi", 2048, 0.5).answer;
  its.outcome.seconds_mean = 3;
  const auto found = joined({{measured}, mean}, {its, first, off_by("smpi", 4096, 0).answer, second});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].by(), "smpi");
  EXPECT_EQ(found[1].by(), "model");
  EXPECT_EQ(found[2].as, "theirs");
  EXPECT_EQ(found[2].answer.outcome.seconds, 3);
}

TEST(Judged, AreOrderedByHowFarTheyMiss) {
  const auto worst =
      worst_of({off_by("a", 1, 0.1), off_by("b", 1, 0.3), off_by("c", 1, 0.3), off_by("d", 1, 0.2)}, 2,
               &Judged::deviation);
  ASSERT_EQ(worst.size(), 2U);
  EXPECT_EQ(worst[0].by(), "b");
  EXPECT_EQ(worst[1].by(), "c");
}

TEST(ErrorsBy, HaveALineForEachGroupAndAColumnForEachWhoAnswers) {
  const auto errors = errors_by(
      {off_by("smpi", 8192, 0.01), off_by("smpi", 1024, -0.25), off_by("model", 1024, 2)}, group_by_size);
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_EQ(errors[0].of.name, "8 KiB");
  EXPECT_EQ(errors[0].by, "model");
  const std::string text = errors_table(errors, "bytes");
  EXPECT_THAT(text, HasSubstr("| 8 KiB  |      1 | 200.0 / 200.0 / 200.0 | 25.0 / 25.0 / 25.0 |")) << text;
  EXPECT_THAT(text, HasSubstr("| 64 KiB |      1 |                     - |    1.0 / 1.0 / 1.0 |")) << text;
}

}  // namespace
}  // namespace collsim
