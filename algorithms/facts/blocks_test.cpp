#include "algorithms/facts/blocks.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace collsim {
namespace {

TEST(Blocks, LargerOnesComeFirst) {
  const Blocks blocks(10, 4);
  const std::int64_t first[] = {0, 3, 6, 8};
  const std::int64_t count[] = {3, 3, 2, 2};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(blocks[i].first, first[i]);
    EXPECT_EQ(blocks[i].count, count[i]);
  }
  EXPECT_EQ(blocks.range(1, 3).count, 5);
}

TEST(Blocks, AreEmptyWhereElementsRunOut) {
  const Blocks blocks(2, 5);
  EXPECT_EQ(blocks[1].count, 1);
  EXPECT_EQ(blocks[2].count, 0);
  EXPECT_EQ(blocks[4].first, 2);
}

TEST(Blocks, DoNotOverflow) {
  const std::int64_t count = std::numeric_limits<int>::max();
  const Blocks blocks(count, 1024);
  EXPECT_EQ(blocks[1023].first + blocks[1023].count, count);
}

TEST(Range, SegmentsCoverIt) {
  const Range range{5, 7};
  EXPECT_EQ(range.segment(0, 3).first, 5);
  EXPECT_EQ(range.segment(2, 3).first, 11);
  EXPECT_EQ(range.segment(2, 3).count, 1);
  EXPECT_EQ(range.segment(3, 3).count, 0);
}

}  // namespace
}  // namespace collsim
