#include "algorithms/facts/blocks.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

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

/// 3 elements in 8 blocks: block i starts at 3i/8, rounded up.
TEST(Blocks, SpreadFewElementsOverAll) {
  const Blocks blocks(3, 8, Scarce::spread);
  std::vector<std::int64_t> counts;
  for (int block = 0; block < 8; ++block) counts.push_back(blocks[block].count);
  EXPECT_EQ(counts, (std::vector<std::int64_t>{1, 0, 1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(blocks.range(0, 4).count, 2);
  EXPECT_EQ(blocks.range(4, 8).count, 1);
}

TEST(Blocks, SpreadNothingWhereEachHasAnElement) {
  for (int block = 0; block < 8; ++block) {
    EXPECT_EQ(Blocks(11, 8, Scarce::spread)[block].first, Blocks(11, 8)[block].first);
    EXPECT_EQ(Blocks(11, 8, Scarce::spread)[block].count, Blocks(11, 8)[block].count);
  }
}

}  // namespace
}  // namespace collsim
