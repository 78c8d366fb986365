#include "algorithms/facts/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace collsim {
namespace {

TEST(Places, AreInSequenceOneBehindTheOther) {
  EXPECT_TRUE(Places({{3, 2}, {5, 1}, {6, 4}}).in_sequence());
  EXPECT_FALSE(Places({{3, 2}, {6, 1}}).in_sequence());
  EXPECT_FALSE(Places({{3, 2}, {0, 3}}).in_sequence());
}

TEST(Places, OfEmptyBlocksDoNotMatter) {
  EXPECT_TRUE(Places({{99, 0}, {3, 2}, {0, 0}, {5, 1}}).in_sequence());
  EXPECT_TRUE(Places({{7, 0}}).in_sequence());
  EXPECT_EQ(Places({{99, 0}, {3, 2}}).start(), 3);
}

/// Ranks 2, 0 and 1 together have 3 + 1 + 2 elements.
TEST(Places, AddUpCyclically) {
  const CyclicSums sums({{0, 1}, {0, 2}, {0, 3}});
  EXPECT_EQ(sums[2 + 3] - sums[2], 3 + 1 + 2);
  EXPECT_EQ(sums[2 + 1] - sums[2], 3);
}

/// 3 + 1 elements come before rank 2's; the buffer ends behind rank 1's.
TEST(Places, AddUpInTheOrderOfRanks) {
  const Places places = {{2, 3}, {9, 1}, {0, 2}};
  EXPECT_EQ(places.before(2), 3 + 1);
  EXPECT_EQ(places.total(), 3 + 1 + 2);
  EXPECT_EQ(places.most(), 3);
  EXPECT_EQ(places.extent(), 9 + 1);
}

TEST(Places, CopiesShareTheirTable) {
  const Places places = {{2, 3}, {9, 1}};
  const Places copy = places;
  EXPECT_EQ(&copy.slices(), &places.slices());
  EXPECT_NE(&packed(places).slices(), &places.slices());
}

/// Without a table as with one.
TEST(Places, OfEqualBlocksAreThoseOfATable) {
  const Places equal(5, 3);
  const Places table = {{0, 5}, {5, 5}, {10, 5}};
  EXPECT_TRUE(equal.equal());
  EXPECT_FALSE(table.equal());
  EXPECT_TRUE(
      std::equal(equal.begin(), equal.end(), table.begin(), table.end(),
                 [](const Range& a, const Range& b) { return a.first == b.first && a.count == b.count; }));
  EXPECT_TRUE(equal.in_sequence());
  EXPECT_EQ(equal.total(), table.total());
  for (int i = 0; i <= 6; ++i) EXPECT_EQ(CyclicSums(equal)[i], CyclicSums(table)[i]);
  const Places last = slice(equal, 2, 2);
  EXPECT_EQ(last[0].first, 10);
  EXPECT_EQ(last[1].first, 0);
  EXPECT_EQ(packed(equal)[2].first, 10);
}

}  // namespace
}  // namespace collsim
