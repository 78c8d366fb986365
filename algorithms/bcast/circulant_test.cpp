#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& bcast_circulant() {
  return describe("bcast", "circulant");
}

/// Fewer blocks than ceil(lg p), more, and more than elements.
TEST(BcastCirculant, AnyNumberOfBlocksIsRight) {
  EXPECT_EQ(testing::oracle(bcast_circulant(), {{"blocks", "2"}}), "");
  EXPECT_EQ(testing::oracle(bcast_circulant(), {{"blocks", "7"}}), "");
}

TEST(BcastCirculant, AnyNumberOfBlocksCostsWhatItStates) {
  EXPECT_EQ(testing::check_cost(bcast_circulant(), {{"blocks", "3"}}), "");
  EXPECT_EQ(testing::check_cost(bcast_circulant(), {{"blocks", "20"}}), "");
}

/// The least number of rounds in which any algorithm can broadcast s blocks.
TEST(BcastCirculant, TakesTheLeastNumberOfRounds) {
  for (const char* blocks : {"1", "4", "5", "100"})
    for (int p = 2; p <= 200; ++p) {
      int rounds = std::stoi(blocks) - 1;
      for (int reached = 1; reached < p; reached *= 2) ++rounds;
      const Options options = bcast_circulant().resolve({{"blocks", blocks}});
      EXPECT_EQ(predict(bcast_circulant().cost({.processes = p, .count = 100}, options), Hockney{.alpha = 1}),
                rounds)
          << blocks << " blocks, p = " << p;
    }
}

/// More than elements are as many as elements: else the rounds would never end. 7 blocks on 4 ranks take
/// 7 - 1 + 2.
TEST(BcastCirculant, BlocksAreNoMoreThanElements) {
  EXPECT_EQ(testing::oracle(bcast_circulant(), {{"blocks", "20"}}), "");
  const Options options = bcast_circulant().resolve({{"blocks", "1000000000"}});
  EXPECT_EQ(predict(bcast_circulant().cost({.processes = 4, .count = 7}, options), Hockney{.alpha = 1}), 8);
}

TEST(BcastCirculant, CostsOfManyUnequalBlocksAreFolded) {
  const Shape shape{.processes = 64, .count = 1000003, .type_size = 4};
  const Cost cost = bcast_circulant().cost(shape, bcast_circulant().resolve({{"blocks", "100000"}}));
  EXPECT_LT(cost.size(), 100U);
  EXPECT_EQ(predict(cost, Hockney{.alpha = 1}), 100000 - 1 + 6);
}

TEST(BcastCirculant, RefusesNoBlocks) {
  EXPECT_THAT(
      [] {
        bcast_circulant().resolve({{"blocks", "0"}});
      },
      ::testing::ThrowsMessage<Error>("option 'blocks' is '0'; right would be a whole number from 1 on"));
}

}  // namespace
}  // namespace collsim
