#include "models/hockney.hpp"

#include <gtest/gtest.h>

namespace collsim {
namespace {

using PairList = std::vector<std::pair<int, int>>;
using Kind = Peer::Kind;

TEST(Pairs, ShiftWrapsAround) {
  EXPECT_EQ(pairs({Kind::shift, 1}, {.processes = 3}), (PairList{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(pairs({Kind::shift, -1}, {.processes = 3}), (PairList{{0, 2}, {1, 0}, {2, 1}}));
  EXPECT_EQ(pairs({Kind::shift, 5}, {.processes = 3}), (PairList{{0, 2}, {1, 0}, {2, 1}}));
}

TEST(Pairs, ExchangeCountsInVirtualRanks) {
  EXPECT_EQ(pairs({Kind::exchange, 2}, {.processes = 4}), (PairList{{0, 2}, {1, 3}}));
  // p = 6: virtual ranks 0..3 are ranks 0, 2, 4, 5.
  EXPECT_EQ(pairs({Kind::exchange, 1}, {.processes = 6}), (PairList{{0, 2}, {4, 5}}));
}

TEST(Pairs, TreeHangsOffTheRoot) {
  EXPECT_EQ(pairs({Kind::tree, 1}, {.processes = 8}), (PairList{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(pairs({Kind::tree, 4}, {.processes = 8}), (PairList{{0, 4}}));
  EXPECT_EQ(pairs({Kind::tree, 2}, {.processes = 4, .root = 1}), (PairList{{1, 3}}));
  // p = 6, root 3: virtual ranks 0..3 are ranks 3, 0, 5, 4.
  EXPECT_EQ(pairs({Kind::tree, 1}, {.processes = 6, .root = 3}), (PairList{{3, 0}, {5, 4}}));
  EXPECT_EQ(pairs({Kind::tree, 2}, {.processes = 6, .root = 3}), (PairList{{3, 5}}));
}

TEST(Pairs, FoldTakesTheFirstRanks) {
  EXPECT_EQ(pairs({Kind::fold, 0}, {.processes = 6}), (PairList{{0, 1}, {2, 3}}));
  EXPECT_TRUE(pairs({Kind::fold, 0}, {.processes = 8}).empty());
}

TEST(Pairs, SubtreesAreCutOffAtTheLastRank) {
  EXPECT_EQ(pairs({Kind::subtree, 1}, {.processes = 5}), (PairList{{0, 1}, {2, 3}}));
  EXPECT_EQ(pairs({Kind::subtree, 4}, {.processes = 5}), (PairList{{0, 4}}));
  EXPECT_EQ(pairs({Kind::subtree, 1}, {.processes = 5, .root = 3}), (PairList{{3, 4}, {0, 1}}));
}

TEST(Pairs, ForwardEndsBeforeTheRoot) {
  EXPECT_EQ(pairs({Kind::forward, 1}, {.processes = 4, .root = 2}), (PairList{{2, 3}, {3, 0}, {0, 1}}));
  EXPECT_EQ(pairs({Kind::forward, 2}, {.processes = 4}), (PairList{{0, 2}, {1, 3}}));
}

TEST(Pairs, ASpokeEndsAtTheRoot) {
  EXPECT_EQ(pairs({Kind::spoke, 3}, {.processes = 4, .root = 2}), (PairList{{2, 1}}));
}

TEST(Pairs, NeighborsAreOnEitherSideOfEvenRanks) {
  EXPECT_EQ(pairs({Kind::neighbor, 1}, {.processes = 4}), (PairList{{0, 1}, {2, 3}}));
  EXPECT_EQ(pairs({Kind::neighbor, -1}, {.processes = 4}), (PairList{{0, 3}, {2, 1}}));
}

TEST(Pairs, OneRankHasNoPartner) {
  for (const Kind kind : {Kind::shift, Kind::exchange, Kind::tree, Kind::fold, Kind::subtree, Kind::forward,
                          Kind::spoke, Kind::neighbor})
    EXPECT_TRUE(pairs({kind, 1}, {.processes = 1}).empty());
}

// A ring of 4: three rounds of 10 bytes that combine 5, then a copy of 7 bytes without messages.
const Cost ring_and_copy = {
    {.repeat = 3, .messages = 4, .volume = 40, .bytes = 10, .reduced = 5, .peer = {Kind::shift, 1}},
    {.copied = 7}};

TEST(Predict, SumsTheStages) {
  EXPECT_EQ(predict(ring_and_copy, {.alpha = 1}), 3);  // the copy costs no alpha
  EXPECT_EQ(predict(ring_and_copy, {.beta = 1}), 30);
  EXPECT_EQ(predict(ring_and_copy, {.gamma = 1}), 15);
  EXPECT_EQ(predict(ring_and_copy, {.kappa = 1}), 7);
  EXPECT_EQ(predict(ring_and_copy, {100, 2, 3, 4}), 3 * (100 + 20 + 15) + 28);
}

/// Nodes of two ranks: 1 s and 1 s/B within, 10 s and 2 s/B between them.
std::pair<double, double> two_level(int from, int to) {
  return from / 2 == to / 2 ? std::pair(1.0, 1.0) : std::pair(10.0, 2.0);
}

TEST(Predict, EachStageWaitsForItsSlowestPair) {
  const Cost doubling = {{.messages = 4, .bytes = 8, .peer = {Kind::exchange, 1}},
                         {.messages = 4, .bytes = 8, .reduced = 4, .peer = {Kind::exchange, 2}}};
  EXPECT_EQ(predict(doubling, {.processes = 4}, two_level, 0.5, 0), (1 + 8) + (10 + 16 + 2));
  EXPECT_EQ(predict(ring_and_copy, {.processes = 4}, two_level, 1, 1), 3 * (10 + 20 + 5) + 7);
}

TEST(Predict, AgreesWithTheClosedFormWhereAllPairsAreAlike) {
  const Hockney machine = {3e-6, 1e-9, 2e-9, 5e-10};
  const Wire wire = [&](int, int) { return std::pair(machine.alpha, machine.beta); };
  EXPECT_EQ(predict(ring_and_copy, {.processes = 4}, wire, machine.gamma, machine.kappa),
            predict(ring_and_copy, machine));
}

}  // namespace
}  // namespace collsim
