#include "algorithms/places.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

TEST(Places, AreInSequenceOneBehindTheOther) {
  EXPECT_TRUE(in_sequence({{3, 2}, {5, 1}, {6, 4}}));
  EXPECT_FALSE(in_sequence({{3, 2}, {6, 1}}));
  EXPECT_FALSE(in_sequence({{3, 2}, {0, 3}}));
}

TEST(Places, OfEmptyBlocksDoNotMatter) {
  EXPECT_TRUE(in_sequence({{99, 0}, {3, 2}, {0, 0}, {5, 1}}));
  EXPECT_TRUE(in_sequence({{7, 0}}));
  EXPECT_EQ(start({{99, 0}, {3, 2}}), 3);
}

/// Ranks 2, 0 and 1 together have 3 + 1 + 2 elements.
TEST(Places, AddUpCyclically) {
  const std::vector<std::int64_t> sums = cyclic_sums({{0, 1}, {0, 2}, {0, 3}});
  EXPECT_EQ(sums[2 + 3] - sums[2], 3 + 1 + 2);
  EXPECT_EQ(sums[2 + 1] - sums[2], 3);
}

}  // namespace
}  // namespace collsim
