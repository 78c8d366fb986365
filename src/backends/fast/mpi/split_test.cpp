#include "backends/fast/mpi/split.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

namespace collsim::fast {
namespace {

using Parts = std::vector<std::vector<int>>;

TEST(Split, OrdersByKeyThenByOldRank) {
  // Color 1: ranks 0, 3, 4 with keys 5, -1, 5. Color 0: ranks 1, 5 with keys 0, 0. Rank 2 wants no part.
  const std::vector<SplitChoice> choices = {{1, 5}, {0, 0}, {MPI_UNDEFINED, 0}, {1, -1}, {1, 5}, {0, 0}};
  EXPECT_EQ(split(choices).parts, (Parts{{1, 5}, {3, 0, 4}}));
}

TEST(Split, OfNoneOrOfThoseWhoWantNone) {
  EXPECT_EQ(split({}).parts, Parts{});
  const std::vector<SplitChoice> choices = {{MPI_UNDEFINED, 0}, {MPI_UNDEFINED, 1}};
  EXPECT_EQ(split(choices).parts, Parts{});
  EXPECT_EQ(split(choices).places.size(), 2U);
}

TEST(Split, KeysMayReverseAndColorsMaySkip) {
  std::vector<SplitChoice> choices;
  for (int rank = 0; rank < 8; ++rank) choices.push_back({1000000 * (rank % 3), -rank});
  EXPECT_EQ(split(choices).parts, (Parts{{6, 3, 0}, {7, 4, 1}, {5, 2}}));
}

TEST(Split, TellsEachRankItsPlace) {
  constexpr int p = 1000;
  std::vector<SplitChoice> choices;
  for (int rank = 0; rank < p; ++rank)
    choices.push_back({rank % 7 == 0 ? int{MPI_UNDEFINED} : rank % 7, rank * 37 % 10});
  const Split all = split(choices);
  ASSERT_EQ(all.parts.size(), 6U);
  for (int rank = 0; rank < p; ++rank) {
    const Split::RankPlace place = all.places[static_cast<std::size_t>(rank)];
    EXPECT_EQ(place.part, rank % 7 - 1) << rank;
    if (rank % 7 == 0) {
      EXPECT_EQ(place.rank, -1) << rank;
    } else {
      const auto& part = all.parts.at(static_cast<std::size_t>(place.part));
      EXPECT_EQ(part.at(static_cast<std::size_t>(place.rank)), rank);
    }
  }
}

}  // namespace
}  // namespace collsim::fast
