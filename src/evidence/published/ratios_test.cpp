#include "evidence/published/ratios.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace collsim {
namespace {

Row row(const std::string& algorithm, int processes, std::int64_t count, double seconds,
        const std::string& distribution = "regular") {
  Point point;
  point.collective = "allreduce";
  point.algorithm = algorithm;
  point.options = describe("allreduce", algorithm).resolve({});
  point.processes = processes;
  point.count = count;
  point.distribution = distribution;
  return {point, {.seconds = seconds}};
}

std::vector<Row> rows() {
  return {row("ring", 4, 1, 3),          row("ring", 8, 1, 8),  row("ring", 8, 2, 20),
          row("tree", 4, 1, 2),          row("tree", 8, 1, 16), row("binary_blocks", 4, 1, 1),
          row("binary_blocks", 8, 1, 32)};
}

TEST(Ratios, AreOfRowsThatAgreeInAllElse) {
  const auto ratio = [](Take take) {
    return ratio_of(rows(), {take, {{"algorithm", {"ring"}}}, {{"algorithm", {"tree"}}}});
  };
  EXPECT_DOUBLE_EQ(ratio(Take::least), 0.5);
  EXPECT_DOUBLE_EQ(ratio(Take::most), 1.5);
  EXPECT_DOUBLE_EQ(ratio(Take::mean), 1);
  EXPECT_DOUBLE_EQ(ratio(Take::median), 1) << "nobody else has count 2";
}

TEST(Ratios, OfSeveralAlgorithmsTheFastestCounts) {
  EXPECT_DOUBLE_EQ(
      ratio_of(rows(), {Take::most, {{"algorithm", {"tree", "binary_blocks"}}}, {{"algorithm", {"ring"}}}}),
      2);
  EXPECT_DOUBLE_EQ(ratio_of(rows(), {Take::most, {{"algorithm", {"ring"}}}, {{"algorithm", {"*"}}}}), 3);
}

TEST(Ratios, WhatOfSaysHoldsForToUnlessItSaysOtherwise) {
  EXPECT_DOUBLE_EQ(ratio_of(rows(), {Take::most, {{"algorithm", {"tree"}}, {"p", {"8"}}}, {{"p", {"4"}}}}),
                   8);
  EXPECT_DOUBLE_EQ(
      ratio_of(rows(), {Take::most, {{"algorithm", {"ring"}}, {"p", {"4"}}}, {{"algorithm", {"tree"}}}}),
      1.5);
}

TEST(Ratios, EveryRowThatOnlyToTellsApartCounts) {
  const std::vector<Row> spread = {row("ring", 4, 1, 2), row("ring", 4, 1, 6, "spike"),
                                   row("ring", 4, 1, 3, "half")};
  const auto ratio = [&](Take take) {
    return ratio_of(spread, {take, {{"algorithm", {"ring"}}}, {{"distribution", {"regular"}}}});
  };
  EXPECT_DOUBLE_EQ(ratio(Take::least), 1);
  EXPECT_DOUBLE_EQ(ratio(Take::median), 1.5);
  EXPECT_DOUBLE_EQ(ratio(Take::most), 3);
}

TEST(Ratios, MayBeOfAnotherTime) {
  std::vector<Row> late = {row("ring", 4, 1, 3), row("tree", 4, 1, 2)};
  late.front().outcome.seconds_mean = 5;
  late.back().outcome.seconds_mean = 0.5;
  EXPECT_DOUBLE_EQ(
      ratio_of(late, {Take::most, {{"algorithm", {"ring"}}}, {{"algorithm", {"tree"}}}, "seconds_mean"}), 10);
}

TEST(Ratios, AreNothingWithoutAnswers) {
  std::vector<Row> failing = {row("ring", 4, 1, 2), row("tree", 4, 1, 2)};
  failing.front().outcome = failed("killed");
  EXPECT_TRUE(
      std::isnan(ratio_of(failing, {Take::most, {{"algorithm", {"ring"}}}, {{"algorithm", {"tree"}}}})));
  EXPECT_TRUE(std::isnan(ratio_of({}, {Take::most, {}, {}})));
}

}  // namespace
}  // namespace collsim
