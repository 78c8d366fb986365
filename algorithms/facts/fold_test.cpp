#include "algorithms/facts/fold.hpp"

#include <gtest/gtest.h>

#include <set>

namespace collsim {
namespace {

TEST(Fold, NumbersSurvivorsAfterPairsFold) {
  const Fold fold(7);  // P = 4, r = 3: pairs (0,1) (2,3) (4,5), rank 6 alone
  EXPECT_EQ(fold.survivors(), 4);
  EXPECT_EQ(fold.pairs(), 3);
  const int expected[] = {0, -1, 1, -1, 2, -1, 3};
  for (int rank = 0; rank < 7; ++rank) EXPECT_EQ(fold.virtual_rank(rank), expected[rank]) << rank;
  EXPECT_EQ(fold.partner(4), 5);
  EXPECT_EQ(fold.partner(5), 4);
  EXPECT_EQ(fold.partner(6), -1);
}

TEST(Fold, TheRootSurvivesAndIsVirtualRankZero) {
  const Fold fold(6, 3);  // P = 4, r = 2: survivors 0, 3, 4, 5 at positions 0..3, relabelled by xor 1
  const int expected[] = {1, -1, -1, 0, 3, 2};
  for (int rank = 0; rank < 6; ++rank) EXPECT_EQ(fold.virtual_rank(rank), expected[rank]) << rank;
  EXPECT_TRUE(fold.folded(2));
}

TEST(Fold, IsABijectionForEveryRoot) {
  for (int processes = 1; processes <= 33; ++processes)
    for (int root = 0; root < processes; ++root) {
      const Fold fold(processes, root);
      EXPECT_EQ(fold.virtual_rank(root), 0);
      std::set<int> ranks;
      for (int v = 0; v < fold.survivors(); ++v) {
        EXPECT_EQ(fold.virtual_rank(fold.real_rank(v)), v);
        ranks.insert(fold.real_rank(v));
      }
      for (int rank = 0; rank < processes; ++rank) EXPECT_EQ(ranks.count(rank), fold.folded(rank) ? 0U : 1U);
    }
}

TEST(Fold, LeavesPowersOfTwoAlone) {
  const Fold fold(8, 5);
  EXPECT_FALSE(fold.folds());
  for (int rank = 0; rank < 8; ++rank) EXPECT_EQ(fold.virtual_rank(rank), rank ^ 5);
}

}  // namespace
}  // namespace collsim
