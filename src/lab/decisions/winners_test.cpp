#include "lab/decisions/winners.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace collsim {
namespace {

using Kind = Crossing::Kind;

TEST(Winners, NamesTheFastestAndItsMargin) {
  const auto best =
      winners({{"ring", 8, 64, 6}, {"tree", 8, 64, 2}, {"chain", 8, 64, 3}, {"ring", 4, 64, 5}});
  ASSERT_EQ(best.size(), 2U);
  EXPECT_EQ(best[0].processes, 4);
  EXPECT_EQ(best[0].name(), "ring");
  EXPECT_EQ(best[0].second, "");
  EXPECT_TRUE(std::isinf(best[0].margin));
  EXPECT_EQ(best[1].processes, 8);
  EXPECT_EQ(best[1].bytes, 64);
  EXPECT_EQ(best[1].name(), "tree");
  EXPECT_EQ(best[1].seconds, 2);
  EXPECT_EQ(best[1].second, "chain");
  EXPECT_EQ(best[1].margin, 1.5);
}

TEST(Winners, EqualsWinTogether) {
  // An hour, but for the rounding of a sum; the chain is slower, if only by 2e-9.
  const auto best =
      winners({{"tree", 1, 8, 3600}, {"ring", 1, 8, 3600.0000000001}, {"chain", 1, 8, 3600 * (1 + 2e-9)}});
  ASSERT_EQ(best.size(), 1U);
  EXPECT_EQ(best[0].algorithms, (std::vector<std::string>{"ring", "tree"}));
  EXPECT_EQ(best[0].name(), "ring = tree");
  EXPECT_EQ(best[0].seconds, 3600);
  EXPECT_EQ(best[0].second, "chain");
  EXPECT_DOUBLE_EQ(best[0].margin, 1 + 2e-9);
}

TEST(Winners, NothingBeatsNoTime) {
  const auto best = winners({{"tree", 1, 8, 0}, {"ring", 1, 8, 0}, {"chain", 1, 8, 1}});
  EXPECT_EQ(best[0].name(), "ring = tree");
  EXPECT_TRUE(std::isinf(best[0].margin));
  EXPECT_EQ(best[0].second, "chain");
}

TEST(Winners, IsNotItsOwnSecond) {
  const auto best = winners({{"ring", 2, 8, 3}, {"ring", 2, 8, 2}, {"tree", 2, 8, 4}});
  EXPECT_EQ(best[0].seconds, 2);
  EXPECT_EQ(best[0].second, "tree");
}

TEST(Crossing, InterpolatesInLogarithms) {
  // t = 4 sqrt(n) and t = n, straight lines in the logarithms, meet at n = 16.
  const std::vector<Timing> timings = {{"steep", 2, 4, 4},  {"steep", 2, 256, 256}, {"steep", 4, 4, 1},
                                       {"flat", 2, 4, 8},   {"flat", 2, 256, 64},   {"flat", 4, 4, 2},
                                       {"flat", 2, 64, 1e9}};  // a size of one curve only
  const Crossing found = crossing(timings, 2, "steep", "flat");
  ASSERT_EQ(found.kind, Kind::crosses);
  EXPECT_NEAR(found.bytes, 16, 1e-12 * 16);
  EXPECT_EQ(crossing(timings, 2, "flat", "steep").kind, Kind::crosses);
  EXPECT_EQ(crossing(timings, 2, "flat", "steep").bytes, found.bytes);
  EXPECT_EQ(crossing(timings, 4, "steep", "flat").kind, Kind::first_faster);
}

TEST(Crossing, FindsASampledSize) {
  const std::vector<Timing> timings = {{"a", 2, 8, 1}, {"a", 2, 64, 5}, {"a", 2, 512, 9},
                                       {"b", 2, 8, 2}, {"b", 2, 64, 5}, {"b", 2, 512, 8}};
  const Crossing found = crossing(timings, 2, "a", "b");
  ASSERT_EQ(found.kind, Kind::crosses);
  EXPECT_NEAR(found.bytes, 64, 1e-12 * 64);
}

TEST(Crossing, TouchingIsNotCrossing) {
  const std::vector<Timing> timings = {{"a", 2, 0, 3}, {"a", 2, 8, 1}, {"a", 2, 64, 5}, {"a", 2, 512, 7},
                                       {"b", 2, 0, 2}, {"b", 2, 8, 2}, {"b", 2, 64, 5}, {"b", 2, 512, 8}};
  EXPECT_EQ(crossing(timings, 2, "a", "b").kind, Kind::first_faster);
  EXPECT_EQ(crossing(timings, 2, "b", "a").kind, Kind::second_faster);
  EXPECT_EQ(crossing(timings, 2, "a", "b").bytes, 8);
}

TEST(Crossing, TellsNoOvertakingFromNoData) {
  const std::vector<Timing> timings = {{"a", 2, 64, 5},  {"a", 2, 512, 9}, {"b", 2, 32, 1},
                                       {"b", 2, 512, 8}, {"c", 2, 8, 1},   {"d", 2, 512, 9}};
  EXPECT_EQ(crossing(timings, 2, "a", "b").kind, Kind::second_faster);
  EXPECT_EQ(crossing(timings, 2, "a", "b").bytes, 512);
  EXPECT_EQ(crossing(timings, 2, "a", "d").kind, Kind::first_faster) << "equal wherever both are known";
  EXPECT_EQ(crossing(timings, 2, "a", "c").kind, Kind::unknown);
  EXPECT_EQ(crossing(timings, 2, "a", "unknown").kind, Kind::unknown);
}

}  // namespace
}  // namespace collsim
