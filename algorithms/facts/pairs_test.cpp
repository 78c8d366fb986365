#include "algorithms/facts/pairs.hpp"

#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

using List = Pairs::List;

TEST(Pairs, ShiftWrapsAround) {
  EXPECT_EQ(pairs::shift(1).list_of({.processes = 3}), (List{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(pairs::shift(-1).list_of({.processes = 3}), (List{{0, 2}, {1, 0}, {2, 1}}));
  EXPECT_EQ(pairs::shift(5).list_of({.processes = 3}), (List{{0, 2}, {1, 0}, {2, 1}}));
}

TEST(Pairs, ExchangeCountsInVirtualRanks) {
  EXPECT_EQ(pairs::exchange(2).list_of({.processes = 4}), (List{{0, 2}, {1, 3}}));
  // p = 6: virtual ranks 0..3 are ranks 0, 2, 4, 5.
  EXPECT_EQ(pairs::exchange(1).list_of({.processes = 6}), (List{{0, 2}, {4, 5}}));
}

TEST(Pairs, TreeHangsOffTheRoot) {
  EXPECT_EQ(pairs::tree(1).list_of({.processes = 8}), (List{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(pairs::tree(4).list_of({.processes = 8}), (List{{0, 4}}));
  EXPECT_EQ(pairs::tree(2).list_of({.processes = 4, .root = 1}), (List{{1, 3}}));
  // p = 6, root 3: virtual ranks 0..3 are ranks 3, 0, 5, 4.
  EXPECT_EQ(pairs::tree(1).list_of({.processes = 6, .root = 3}), (List{{3, 0}, {5, 4}}));
  EXPECT_EQ(pairs::tree(2).list_of({.processes = 6, .root = 3}), (List{{3, 5}}));
}

TEST(Pairs, FoldTakesTheFirstRanks) {
  EXPECT_EQ(pairs::fold().list_of({.processes = 6}), (List{{0, 1}, {2, 3}}));
  EXPECT_TRUE(pairs::fold().list_of({.processes = 8}).empty());
}

TEST(Pairs, SubtreesAreCutOffAtTheLastRank) {
  EXPECT_EQ(pairs::subtree(1).list_of({.processes = 5}), (List{{0, 1}, {2, 3}}));
  EXPECT_EQ(pairs::subtree(4).list_of({.processes = 5}), (List{{0, 4}}));
  EXPECT_EQ(pairs::subtree(1).list_of({.processes = 5, .root = 3}), (List{{3, 4}, {0, 1}}));
}

TEST(Pairs, ForwardEndsBeforeTheRoot) {
  EXPECT_EQ(pairs::forward(1).list_of({.processes = 4, .root = 2}), (List{{2, 3}, {3, 0}, {0, 1}}));
  EXPECT_EQ(pairs::forward(2).list_of({.processes = 4}), (List{{0, 2}, {1, 3}}));
}

TEST(Pairs, ASpokeEndsAtTheRoot) {
  EXPECT_EQ(pairs::spoke(3).list_of({.processes = 4, .root = 2}), (List{{2, 1}}));
}

TEST(Pairs, OneRankHasNoPartner) {
  for (const Pairs& some : {pairs::shift(1), pairs::exchange(1), pairs::tree(1), pairs::fold(),
                            pairs::subtree(1), pairs::forward(1), pairs::spoke(1), Pairs()})
    EXPECT_TRUE(some.list_of({.processes = 1}).empty());
}

}  // namespace
}  // namespace collsim
