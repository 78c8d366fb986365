#include "lab/scenarios/sample.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "backends/backend.hpp"

namespace collsim {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::IsEmpty;

Scenario asked(const Flags& others = {}) {
  Flags flags = {{"collective", "allreduce"},
                 {"platform", "star"},
                 {"algorithms", "ring,tree,library"},
                 {"processes", "3,8"},
                 {"bytes", "8..64K:x8"}};
  for (const auto& [key, value] : others) flags[key] = value;
  return parse_scenario("{}", "asked", flags);
}

/// Rows of a scenario, whose ring takes a second and whose others take `others` of one.
std::vector<Row> answered(const Scenario& scenario, double others = 2) {
  std::vector<Row> rows;
  for (const Point& point : scenario.points)
    rows.push_back({point, {.seconds = point.algorithm == "ring" ? 1 : others}});
  return rows;
}

TEST(Sample, IsOfAllQuestionsThatBothAnswerWhereThereIsTime) {
  Scenario scenario = asked();
  EXPECT_TRUE(scenario.names_nobody);
  const auto sample = sample_for_judge(scenario, answered(scenario)).points;
  EXPECT_EQ(sample.size(), 3U * 5) << "tree takes powers of two, and the fast engine has no library";
  EXPECT_THAT(sample, Each(Field(&Point::backend, BackendName("smpi"))));
  EXPECT_THAT(sample, Each(Field(&Point::network, NetworkName())));
}

TEST(Sample, TakesTenSecondsAndIsAlwaysTheSame) {
  const Flags many = {{"processes", "128"}, {"bytes", "8..4M:x1.2"}, {"data", "time"}};
  Scenario scenario = asked(many), again = asked(many);
  const auto sample = sample_for_judge(scenario, answered(scenario)).points;
  EXPECT_LT(sample.size(), scenario.points.size() / 3);
  EXPECT_EQ(sample, sample_for_judge(again, answered(again)).points);
  double seconds = 0, least = most_sample_seconds;
  for (const Point& point : sample) {
    const double effort = backend(point).effort(point, scenario.platforms.of_point(point));
    seconds += effort;
    least = std::min(least, effort);
  }
  EXPECT_LE(seconds, most_sample_seconds);
  EXPECT_GT(seconds, most_sample_seconds - least);
}

TEST(Sample, HasAllOfACellThatMayWin) {
  const Flags many = {{"processes", "128"}, {"bytes", "8..4M:x1.2"}, {"data", "time"}};
  Scenario scenario = asked(many);
  for (const auto& [others, contenders] : {std::pair(1.2, 2U), {1.3, 1U}}) {
    const Sample sample = sample_for_judge(scenario, answered(scenario, others));
    ASSERT_FALSE(sample.cells.empty());
    for (const Point& cell : sample.cells)
      EXPECT_GE(std::ranges::count(sample.points, cell.count, &Point::count), contenders);
  }
}

TEST(Sample, LeavesOutWhatTakesTooLong) {
  Scenario scenario =
      asked({{"processes", "4096"}, {"algorithms", "ring"}, {"data", "time"}, {"platform", "cray_xe6"}});
  EXPECT_THAT(sample_for_judge(scenario, answered(scenario)).points, IsEmpty());
  EXPECT_EQ(sample_seconds(scenario), most_sample_seconds);
}

TEST(Sample, IsWantedWhereNobodyIsNamed) {
  EXPECT_FALSE(asked({{"backends", "fast"}}).names_nobody);
  EXPECT_FALSE(
      parse_scenario(R"j({"collective": "bcast", "platform": "star", "algorithms": ["binomial"], "bytes": 8,
                                   "sweeps": [{"processes": 2}, {"processes": 4, "backends": ["fast"]}]})j",
                     "asked")
          .names_nobody);
}

}  // namespace
}  // namespace collsim
