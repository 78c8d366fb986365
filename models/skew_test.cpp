#include "models/skew.hpp"

#include <gmock/gmock.h>

#include <random>

namespace collsim {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

const Nodes two_of_two(std::vector{0, 1, 0, 1});

/// Means 1 and 11 of the nodes, 6 of all: squares of 4 * 1^2 within, over 2; of 2 * 2 * 5^2 between, less 2, over 2.
TEST(Imbalance, HasAPartOfNodesAndOneOfRanks) {
  const Moments twice(2, {0, 10, 2, 12});
  const Imbalance found = imbalance(twice, two_of_two);
  EXPECT_DOUBLE_EQ(found.within->mean, 2);
  EXPECT_DOUBLE_EQ(found.between->mean, 49);
  EXPECT_DOUBLE_EQ(found.between->low, 49) << "both repetitions say so";
  EXPECT_THAT(deviations_within({twice.front()}, two_of_two), ElementsAre(-1, -1, 1, 1));
  EXPECT_THAT(deviations_between({twice.front()}, two_of_two), ElementsAre(-5, 5));
}

TEST(Imbalance, HasNoPartThatCannotBeToldApart) {
  const Moments moments = {{0, 1, 2, 4}, {0, 1, 2, 5}};
  EXPECT_FALSE(imbalance(moments, Nodes(4)).within);
  EXPECT_TRUE(imbalance(moments, Nodes(4)).between);
  EXPECT_FALSE(imbalance(moments, Nodes(std::vector(4, 0))).between);
}

/// The intervals hold what the moments were drawn with, on nodes of one to four ranks.
TEST(Imbalance, IsFoundAgain) {
  const Nodes nodes(std::vector{0, 1, 1, 2, 2, 2, 3, 3, 3, 3});
  std::mt19937 random(7);
  std::normal_distribution<double> of_node(0, 3), of_rank(0, 1);
  Moments moments;
  for (int repetition = 0; repetition < 4000; ++repetition) {
    std::vector<double> effects, each;
    for (int node = 0; node < nodes.count(); ++node) effects.push_back(of_node(random));
    for (int rank = 0; rank < nodes.ranks(); ++rank)
      each.push_back(100 + effects[static_cast<std::size_t>(nodes.node_of(rank))] + of_rank(random));
    moments.push_back(each);
  }
  const auto [between, within] = imbalance(moments, nodes);
  EXPECT_LT(between->low, 9);
  EXPECT_GT(between->high, 9);
  EXPECT_LT(between->high - between->low, 1);
  EXPECT_LT(within->low, 1);
  EXPECT_GT(within->high, 1);
}

TEST(TypicalArrivals, AreThoseOfTheMedianRepetition) {
  EXPECT_THAT(typical_arrivals({{5, 9, 6}, {1, 1, 2}, {7, 107, 7}}),
              ElementsAre(DoubleEq(0), DoubleEq(4), DoubleEq(1)));
}

}  // namespace
}  // namespace collsim
