#include "algorithms/patterns/binary_blocks.hpp"

#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

double predicted(const std::string& name, int processes, const Hockney& machine) {
  const Shape shape{.processes = processes, .count = 64, .type_size = 1};
  const Description& about = describe("allreduce", name);
  return predict(about.cost(shape, about.resolve({})), machine);
}

TEST(BinaryBlocks, AreTheBinaryDigitsOfP) {
  const BinaryBlocks blocks(13);
  ASSERT_EQ(blocks.last(), 2);
  const int firsts[] = {0, 8, 12};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(blocks[i].real_rank(0), firsts[i]);
  EXPECT_EQ(blocks.block_of_rank(7), 0);
  EXPECT_EQ(blocks.block_of_rank(8), 1);
  EXPECT_EQ(blocks.block_of_rank(12), 2);
}

/// Every rank takes over from the one that has its part, and from no other.
TEST(BinaryBlocks, PiecesGoToThoseWhoAnswerForThem) {
  const BinaryBlocks blocks(14);  // 8, 4, 2
  for (int i = 1; i <= blocks.last(); ++i)
    for (int rank = 0; rank < 14; ++rank) {
      if (blocks.block_of_rank(rank) != i) continue;
      for (int cut = 0; cut < blocks.cuts(i - 1); ++cut) {
        const int larger = blocks.larger(i, rank, cut);
        EXPECT_EQ(blocks.block_of_rank(larger), i - 1);
        EXPECT_EQ(blocks.smaller(i - 1, larger), rank);
      }
    }
}

TEST(BinaryBlocks, CostWhatHalvingDoublingDoesForAPowerOfTwo) {
  for (const int processes : {1, 2, 8, 64})
    for (const Hockney& machine : {Hockney{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}})
      EXPECT_EQ(predicted("binary_blocks", processes, machine),
                predicted("halving_doubling", processes, machine));
}

/// The gap of the exponents governs: 12 = 8 + 4 hands over 2 pieces, 9 = 8 + 1 hands over 8, and folding
/// takes 3 messages more than 8 ranks.
TEST(BinaryBlocks, TheGapOfTheExponentsGoverns) {
  EXPECT_EQ(predicted("binary_blocks", 12, {.alpha = 1}), 2 * (3 + 2));
  EXPECT_EQ(predicted("binary_blocks", 9, {.alpha = 1}), 2 * (3 + 8));
  EXPECT_EQ(predicted("halving_doubling", 12, {.alpha = 1}), 2 * 3 + 3);
  EXPECT_EQ(predicted("binary_blocks", 12, {.beta = 1}), 2 * (56 + 16));
  EXPECT_EQ(predicted("binary_blocks", 12, {.gamma = 1}), 64);
}

/// 19 = 16 + 2 + 1: the block of two has both pieces handed over after 3 rounds, that of 16 halves for 4.
TEST(BinaryBlocks, ABoundWhereALargerBlockTakesLonger) {
  const Description& about = describe("allreduce", "binary_blocks");
  for (const int processes : {3, 7, 9, 13, 15, 31, 33})
    EXPECT_TRUE(about.is_exact({.processes = processes, .count = 64}, {})) << processes;
  EXPECT_FALSE(about.is_exact({.processes = 19, .count = 64}, {}));
  EXPECT_FALSE(about.is_exact({.processes = 7, .count = 63}, {}));
  EXPECT_EQ(predicted("binary_blocks", 19, {.alpha = 1}), 2 * (4 + 8));
}

}  // namespace
}  // namespace collsim
