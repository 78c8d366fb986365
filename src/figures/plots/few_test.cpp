#include "figures/plots/few.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FigureRow time_of(const std::string& series, int bytes, double seconds,
                  const std::string& kind = "simulated") {
  const std::string value = std::to_string(seconds);
  return {series, kind, "seconds", 4, bytes, value, value, value};
}

std::vector<std::string> series_of(const std::vector<FigureRow>& rows) {
  std::vector<std::string> names;
  for (const FigureRow& row : rows)
    if (std::ranges::find(names, row.series) == names.end()) names.push_back(row.series);
  return names;
}

/// The n-th is n times as slow as the first.
std::vector<FigureRow> slower_and_slower(int count, const std::string& suffix = "") {
  std::vector<FigureRow> rows;
  for (int i = 1; i <= count; ++i)
    for (const int bytes : {8, 64, 512}) rows.push_back(time_of("a" + std::to_string(i) + suffix, bytes, i));
  return rows;
}

TEST(Few, LeavesEightAsTheyAre) {
  const auto rows = slower_and_slower(8);
  const Few few = few_of("time_over_bytes", rows);
  EXPECT_EQ(figure_rows(few.rows), figure_rows(rows));
  EXPECT_THAT(few.left_out, IsEmpty());
}

TEST(Few, AreThoseNearestToTheFastest) {
  const Few few = few_of("time_over_bytes", slower_and_slower(11));
  EXPECT_THAT(series_of(few.rows), ElementsAre("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"));
  EXPECT_THAT(few.left_out, ElementsAre("8 of 11 series are shown, those nearest to the fastest"));
}

/// However slow it is elsewhere.
TEST(Few, HaveWhoeverIsTheFastestSomewhere) {
  auto rows = slower_and_slower(11);
  for (const int bytes : {8, 64}) rows.push_back(time_of("tree", bytes, 1000));
  rows.push_back(time_of("tree", 512, 0.5));
  EXPECT_THAT(series_of(few_of("time_over_bytes", rows).rows),
              ElementsAre("a1", "a2", "a3", "a4", "a5", "a6", "a7", "tree"));
}

TEST(Few, AreChosenForEachCollective) {
  auto rows = slower_and_slower(9, " collective bcast");
  for (const FigureRow& row : slower_and_slower(8, " collective reduce")) rows.push_back(row);
  const Few few = few_of("speedup", rows);
  EXPECT_EQ(series_of(few.rows).size(), 8U + 8U);
  EXPECT_THAT(few.left_out, ElementsAre("bcast: 8 of 9 series are shown, those nearest to the fastest"));
}

/// Where times are compared within one what-if: else no baseline were ever near.
TEST(Few, HaveAnAlgorithmWithAllItsOverridesOrNot) {
  std::vector<FigureRow> rows;
  for (const char* name : {"ring", "tree", "linear"})
    for (const char* change : {"", " [link.latency=x0.5]", " [link.latency=x0.25]"})
      rows.push_back(time_of(std::string(name) + change, 8, name[0] == 'l' ? 9 : 1));
  EXPECT_THAT(series_of(few_of("what_if", rows).rows),
              ElementsAre("ring", "ring [link.latency=x0.5]", "ring [link.latency=x0.25]", "tree",
                          "tree [link.latency=x0.5]", "tree [link.latency=x0.25]"));
}

TEST(Few, AreAllWhereEachHasItsOwnPanel) {
  const auto rows = slower_and_slower(20);
  EXPECT_EQ(few_of("speedup_map", rows).rows.size(), rows.size());
  auto distributions = slower_and_slower(8, "");
  for (FigureRow row : slower_and_slower(8, "")) {
    row.series = "ring distribution " + row.series;
    distributions.push_back(row);
  }
  EXPECT_THAT(few_of("time_by_distribution", distributions).left_out, IsEmpty());
}

/// Of what is no time, nobody says which is the best.
TEST(Few, JudgeTimesOnly) {
  auto rows = slower_and_slower(9);
  for (FigureRow& row : rows) row.quantity = "bandwidth";
  EXPECT_EQ(few_of("time_over_bytes", rows).rows.size(), rows.size());
}

}  // namespace
}  // namespace collsim
