#include "evidence/validation/measured_moves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collsim {
namespace {

using ::testing::HasSubstr;

/// An allreduce of 4 KiB that took 10 us on the star.
MeasuredCell cell(const std::string& platform = "star") {
  MeasuredCell found{.time = {.machine = "m", .run = "r", .algorithm = "ring_over"},
                     .counterpart = {"allreduce", "ring"}};
  Point& point = found.row.point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.platform = platform;
  point.processes = 4;
  point.count = 1024;
  point.type = "int";
  found.row.outcome = {.seconds = 10e-6};
  return found;
}

Row predicted(const MeasuredCell& cell, double seconds) {
  Row row = cell.row;
  row.point.backend = "model";
  row.outcome = {.seconds = seconds};
  return row;
}

TEST(MeasuredMoves, AskTheSameOnAnotherPlatform) {
  const auto changed = with_change({cell(), cell("fugaku")}, "send_overhead=x2");
  // The star has no such number.
  EXPECT_TRUE(changed[0].row.point.overrides.empty());
  EXPECT_EQ(changed[1].row.point.overrides.at("send_overhead"), "x2");
  EXPECT_THAT([] { with_change({cell()}, "send_overhead=x2"); },
              ::testing::ThrowsMessage<Error>(HasSubstr("send_overhead")));
}

TEST(MeasuredMoves, AreOfThePlatformThatStatesARange) {
  const auto stated = stated_changes({cell(), cell("mare_nostrum"), cell("mare_nostrum")});
  // The star states none.
  ASSERT_FALSE(stated.empty());
  for (const auto& [platform, change] : stated) {
    EXPECT_EQ(platform, "mare_nostrum");
    const auto changed = with_change({cell("leonardo"), cell("mare_nostrum")}, change, platform);
    EXPECT_TRUE(changed[0].row.point.overrides.empty());
    EXPECT_EQ(changed[1].row.point.overrides.size(), 1u) << change;
  }
}

TEST(MeasuredMoves, SayHowFarAnswersGo) {
  const std::vector<MeasuredCell> cells = {cell()}, changed = with_change(cells, "link.latency=x2");
  const std::vector<Row> rows = {predicted(cells[0], 12e-6), predicted(changed[0], 15e-6)};
  const Judgement as_it_is = judge_measured(cells, rows);
  const std::string text = moves_text(as_it_is, {{"link.latency=x2", judge_measured(changed, rows)}});
  EXPECT_THAT(text, ::testing::ContainsRegex("as it is +\\| model +\\| +0.0 % \\| +0.0 % \\| +20.0 %"));
  EXPECT_THAT(text,
              ::testing::ContainsRegex("link.latency=x2 +\\| model +\\| +25.0 % \\| +25.0 % \\| +50.0 %"));
  EXPECT_EQ(moves_text(as_it_is, {}), "");
}

}  // namespace
}  // namespace collsim
