#include "lab/decisions/what_if.hpp"

#include <gmock/gmock.h>

#include "tests/answered.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Row row(const std::string& algorithm, std::int64_t count, double seconds) {
  Row made = testing::answered(seconds);
  made.point.algorithm = algorithm;
  made.point.count = count;
  return made;
}

const std::vector<Variant> variants = {{"fast", {{"link.bandwidth", "x2"}, {"copy", "x2"}}},
                                       {"near", {{"link.latency", "x0.5"}}}};

/// The tree wins at 8 bytes, the ring at 16; `fast` makes the ring win both, under `near` the tree has no answer at 16.
WhatIf fast_and_near() {
  Row none = row("tree", 2, 0);
  none.outcome = failed("lost");
  return what_if({row("ring", 1, 3e-6), row("tree", 1, 2e-6), row("ring", 2, 4e-6), row("tree", 2, 8e-6),
                  row("ring", 1, 1e-6), row("tree", 1, 2e-6), row("ring", 2, 3e-6), row("tree", 2, 6e-6),
                  row("ring", 1, 3e-6), row("tree", 1, 1e-6), row("ring", 2, 2e-6), none},
                 variants);
}

TEST(WhatIf, AsksThePointsUnderEachVariant) {
  Point point = testing::answered(1).point;
  point.overrides = {{"arrival", "1GBps"}};
  Point other = point;
  other.count = 7;
  const auto points = with_variants({point, other}, variants);
  ASSERT_EQ(points.size(), 6U);
  EXPECT_EQ(points[1], other);
  EXPECT_EQ(points[3].overrides, (std::map<std::string, std::string>{
                                     {"arrival", "1GBps"}, {"link.bandwidth", "x2"}, {"copy", "x2"}}));
  EXPECT_EQ(points[3].count, 7);
  EXPECT_EQ(points[4].overrides.at("link.latency"), "x0.5");
}

TEST(WhatIf, ChecksResultsInTheBaseline) {
  const auto points = with_variants({testing::answered(1).point}, variants);
  EXPECT_EQ(points[0].data, Data::verify);
  EXPECT_EQ(points[2].data, Data::time);
  Row wrong = row("ring", 1, 0);
  wrong.outcome = failed("element 3 is wrong");
  const WhatIf found =
      what_if({wrong, row("tree", 1, 2), row("ring", 1, 1), row("tree", 1, 2)}, {variants[0]});
  EXPECT_EQ(found.sides[0].outcomes[0].status, failed("element 3 is wrong").status);
  EXPECT_THAT(new_winners(found, found.sides[0]), ::testing::IsEmpty());
}

TEST(WhatIf, HasARatioWhereBothHaveATime) {
  const Outcome two{.seconds = 2}, three{.seconds = 3}, zero;
  EXPECT_EQ(ratio(two, three), 1.5);
  EXPECT_EQ(ratio(zero, three), std::nullopt);
  EXPECT_EQ(ratio(failed("lost"), three), std::nullopt);
  EXPECT_EQ(ratio(two, failed("lost")), std::nullopt);
}

TEST(WhatIf, TellsTimesRatiosAndChangesOfTheWinner) {
  const std::string text = to_text(fast_and_near());
  EXPECT_THAT(text,
              AllOf(HasSubstr("algorithm  backend  p  bytes  count  baseline          fast        near\n"),
                    HasSubstr("4 us   3 us  x0.75  2 us  x0.5\n"),
                    HasSubstr("8 us   6 us  x0.75           -\n"), HasSubstr("-: tree: failed: lost\n"),
                    HasSubstr("fast: the fastest algorithm changes in 1 of 2 cells:\n"
                              "  p = 4, 8 B, smpi: tree -> ring\n"),
                    HasSubstr("near: the fastest algorithm changes in 0 of 2 cells\n")))
      << text;
}

TEST(WhatIf, ManyRowsAreToldByAlgorithm) {
  std::vector<Row> rows;
  for (const double factor : {1.0, 0.5})
    for (int count = 1; count <= 31; ++count)
      for (const char* algorithm : {"ring", "tree"})
        rows.push_back(row(algorithm, count, count == 3 && *algorithm == 't' ? 1e-6 : factor * 1e-6));
  const std::string text = to_text(what_if(rows, {variants[0]}));
  EXPECT_THAT(text, AllOf(HasSubstr("ring       smpi           x0.5\n"),
                          HasSubstr("tree       smpi     x0.5 .. x1\n"),
                          HasSubstr("changes in 1 of 31 cells:\n  p = 4, 24 B, smpi: ring = tree -> ring\n")))
      << text;
}

TEST(WhatIf, OneAlgorithmHasNoWinner) {
  EXPECT_THAT(to_text(what_if({row("ring", 1, 2), row("ring", 1, 1)}, {variants[0]})),
              Not(HasSubstr("fastest")));
}

TEST(WhatIf, BecomesALinePerVariantAndRow) {
  const Cells cells = to_cells(fast_and_near());
  ASSERT_EQ(cells.lines.size(), 8U);
  const std::string csv = to_csv(cells);
  EXPECT_THAT(csv, AllOf(HasSubstr(",arrival,balance,change,baseline_seconds,seconds,ratio\n"),
                         HasSubstr(",fast,3e-06,1e-06,0.3333333333333333\n"), HasSubstr(",near,8e-06,,\n")))
      << csv;
}

}  // namespace
}  // namespace collsim
