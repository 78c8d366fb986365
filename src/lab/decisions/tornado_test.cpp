#include "lab/decisions/tornado.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/answered.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

const std::vector<Parameter> parameters_asked = {
    {.name = "copy", .numbers = {"copy", "copy@1MiB"}, .value = "1GBps"},
    {.name = "gap", .numbers = {"gap"}, .value = "1us"},
    {.name = "link.latency", .numbers = {"link.latency"}, .value = "2us"}};

Row swung(const std::string& algorithm, std::int64_t count, double seconds,
          const std::string& backend = "smpi") {
  Row made = testing::answered(seconds);
  made.point.algorithm = algorithm;
  made.point.count = count;
  made.point.backend = backend;
  return made;
}

/// ring and tree at 8 and 16 bytes: copying takes half of 16 bytes' time and nothing of 8 bytes', the gap nothing, latency
/// all of 8 bytes' time and a quarter of ring's at 16; tree has no answer there. The model says that all of it is latency.
WhatIf answered_both_ways() {
  std::vector<Row> rows;
  const auto add = [&](double copying, double latency) {
    rows.insert(rows.end(), {swung("ring", 1, 4 * latency, "model"), swung("ring", 1, 4 * latency),
                             swung("tree", 1, 8 * latency), swung("ring", 2, 2 * copying + 1 + latency),
                             swung("tree", 2, 0)});
    rows.back().outcome = failed("lost");
  };
  add(1, 1);
  add(2, 1);
  add(0.5, 1);
  for (int i = 0; i < 2; ++i) add(1, 1);
  add(1, 0.5);
  add(1, 2);
  return what_if(rows, tornado_variants(Platform::load("star"), parameters_asked, 2));
}

TEST(Tornado, ChangesEachParameterBothWays) {
  const auto variants =
      tornado_variants(Platform::load("star", {{"link.latency", "1us"}}), parameters_asked, 4);
  ASSERT_EQ(variants.size(), 6U);
  EXPECT_EQ(variants[0].name, "copy=x0.25");
  EXPECT_THAT(variants[1].changes, ElementsAre(Pair("copy", "x4"), Pair("copy@1MiB", "x4")));
  EXPECT_THAT(variants[5].changes, ElementsAre(Pair("link.latency", "4us")));
}

TEST(Tornado, RanksParametersByTheirMeanEffect) {
  const auto found = tornados(answered_both_ways(), parameters_asked);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].backend, "smpi") << "nearer to the truth";
  EXPECT_THAT(found[0].sizes, ElementsAre(8, 16));
  EXPECT_EQ(found[0].races, 4U);
  ASSERT_EQ(found[0].bars.size(), 3U);
  const Bar &latency = found[0].bars[0], &copy = found[0].bars[1], &gap = found[0].bars[2];
  EXPECT_EQ(latency.parameter.name, "link.latency");
  EXPECT_EQ(copy.parameter.name, "copy");
  EXPECT_TRUE(gap.overall.none());
  EXPECT_DOUBLE_EQ(latency.by_size[0].multiplied.mean, 2);
  EXPECT_DOUBLE_EQ(latency.by_size[1].multiplied.mean, 1.25);
  EXPECT_DOUBLE_EQ(latency.overall.multiplied.mean, std::cbrt(2 * 2 * 1.25));
  EXPECT_DOUBLE_EQ(latency.overall.multiplied.least, 1.25);
  EXPECT_DOUBLE_EQ(latency.overall.multiplied.most, 2);
  EXPECT_DOUBLE_EQ(copy.by_size[1].divided.mean, 1.5) << "a rate: less of it takes longer";
  EXPECT_DOUBLE_EQ(copy.by_size[1].multiplied.mean, 0.75);
  EXPECT_EQ(latency.new_winners, 0U);
  EXPECT_THAT(found[1].sizes, ElementsAre(8));
}

TEST(Tornado, CountsRacesThatAnotherWins) {
  const WhatIf found = what_if({swung("ring", 1, 1), swung("tree", 1, 2), swung("ring", 1, 3),
                                swung("tree", 1, 2), swung("ring", 1, 1), swung("tree", 1, 2)},
                               tornado_variants(Platform::load("star"), {parameters_asked[1]}, 2));
  const auto all = tornados(found, {parameters_asked[1]});
  EXPECT_EQ(all.front().bars.front().new_winners, 1U);
  EXPECT_EQ(all.front().races, 2U);
}

TEST(Tornado, IsTextAndLines) {
  const auto found = tornados(answered_both_ways(), parameters_asked);
  const std::string text = to_text(found[0], 2);
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("By smpi: times over the baseline's with a parameter divided | multiplied by 2\n"),
            HasSubstr("  link.latency    2us  0.5 | 2  0.875 | 1.25  0.603 | 1.71       0 of 4\n"),
            HasSubstr("        1    1.5 | 0.75"), HasSubstr("  0 of 4\n"),
            HasSubstr("  without effect: gap\n")))
      << text;
  const Cells cells = to_cells(found, 2);
  EXPECT_EQ(cells.lines.size(), 3U * 2 * (2 + 1));
  EXPECT_THAT(to_csv(cells),
              AllOf(HasSubstr("backend,parameter,bytes,factor,mean_ratio,least_ratio,most_ratio\n"),
                    HasSubstr("\nsmpi,copy,16,0.5,1.5,1.5,1.5\nsmpi,copy,16,2,0.75,0.75,0.75\n")));
}

TEST(Tornado, TellsWhichSizesItDoesNotShow) {
  const Tornado tornado{.backend = "fast", .sizes = {1, 2, 4, 8, 16, 32, 64}, .races = 0, .bars = {}};
  EXPECT_THAT(to_text(tornado, 2), HasSubstr("  in the files, not shown: 8 B\n"));
}

TEST(Tornado, SpreadsWhatIsMany) {
  EXPECT_THAT(spread(3, 6), ElementsAre(0, 1, 2));
  EXPECT_THAT(spread(11, 6), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(spread(1, 6), ElementsAre(0));
  EXPECT_THAT(spread(0, 6), ElementsAre());
}

}  // namespace
}  // namespace collsim
