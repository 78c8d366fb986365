#include "algorithms/patterns/butterfly.hpp"

#include <gtest/gtest.h>

#include <set>

namespace collsim {
namespace {

/// Empty if labels are as Butterfly promises, on all ranks and in all rounds.
std::string wrong_label(const Butterfly& butterfly, int processes) {
  std::set<int> labels;
  for (int rank = 0; rank < processes; ++rank) {
    if (butterfly.fold().folded(rank)) continue;
    labels.insert(butterfly.label(rank));
    for (int round = 0; round < butterfly.rounds(); ++round) {
      const int partner = butterfly.partner(rank, round);
      const int both = butterfly.label(rank) ^ butterfly.label(partner);
      if (butterfly.partner(partner, round) != rank || both % (2 << round) != 1 << round)
        return "p = " + std::to_string(processes) + ": ranks " + std::to_string(rank) + " and " +
               std::to_string(partner) + " in round " + std::to_string(round);
    }
  }
  return labels.size() == static_cast<std::size_t>(butterfly.fold().survivors()) ? "" : "labels repeat";
}

TEST(Butterfly, LabelsOfThoseWhoMeetAgreeInTheRoundsBefore) {
  for (int processes = 1; processes <= 70; ++processes) {
    const Fold fold(processes);
    EXPECT_EQ(wrong_label(fold, processes), "");
    EXPECT_EQ(wrong_label({fold, {fold.survivors()}}, processes), "");
  }
  EXPECT_EQ(wrong_label({Fold(256), {8, 8, 4}}, 256), "");
  EXPECT_EQ(wrong_label({Fold(64), {2, 1, 32}}, 64), "");
}

/// 8 ranks on a ring: distances 1, 1, 3, the first up from even ranks, the second down.
TEST(Butterfly, SwingsNowUpNowDown) {
  const Butterfly ring(Fold(8), {8});
  const int expected[3][8] = {{1, 0, 3, 2, 5, 4, 7, 6}, {7, 2, 1, 4, 3, 6, 5, 0}, {3, 6, 5, 0, 7, 2, 1, 4}};
  for (int round = 0; round < 3; ++round)
    for (int rank = 0; rank < 8; ++rank) EXPECT_EQ(ring.partner(rank, round), expected[round][rank]);
}

/// 2 x 8: along the long dimension, which varies fastest, when the short one is through.
TEST(Butterfly, TakesTheDimensionsInTurn) {
  const Butterfly torus(Fold(16), {2, 8});
  const int expected[] = {8, 1, 7, 3};
  for (int round = 0; round < 4; ++round) EXPECT_EQ(torus.partner(0, round), expected[round]) << round;
}

/// Empty if each rank but the root is the child of one that is a parent in that round.
std::string wrong_tree(const Butterfly& butterfly, int processes, int root) {
  for (int rank = 0; rank < processes; ++rank) {
    if (butterfly.fold().folded(rank)) continue;
    const int rounds = butterfly.rounds_as_parent(rank);
    if ((rounds == butterfly.rounds()) != (rank == root)) return "rank " + std::to_string(rank);
    if (rank == root) continue;
    const int parent = butterfly.partner(rank, rounds);
    if (butterfly.rounds_as_parent(parent) <= rounds) return "parent of rank " + std::to_string(rank);
  }
  return {};
}

TEST(Butterfly, ItsRoundsBackwardsAreATree) {
  for (const int processes : {1, 2, 4, 7, 8, 32, 100, 128})
    for (const int root : {0, 1 % processes, processes / 2, processes - 1}) {
      const Fold fold(processes, root);
      EXPECT_EQ(wrong_tree(fold, processes, root), "") << processes;
      EXPECT_EQ(wrong_tree({fold, {fold.survivors()}}, processes, root), "") << processes;
    }
}

}  // namespace
}  // namespace collsim
