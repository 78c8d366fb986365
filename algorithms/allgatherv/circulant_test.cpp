#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& allgatherv_circulant() {
  return describe("allgatherv", "circulant");
}

/// Fewer blocks than ceil(lg p), more, and more than elements.
TEST(AllgathervCirculant, AnyNumberOfBlocksIsRight) {
  EXPECT_EQ(testing::oracle(allgatherv_circulant(), {{"blocks", "4"}}), "");
}

TEST(AllgathervCirculant, AnyNumberOfBlocksCostsWhatItStates) {
  EXPECT_EQ(testing::check_cost(allgatherv_circulant(), {{"blocks", "3"}}), "");
}

/// The least number of rounds in which any algorithm can broadcast s blocks.
TEST(AllgathervCirculant, TakesTheLeastNumberOfRounds) {
  for (const char* blocks : {"1", "4", "5", "100"})
    for (const int p : {2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 127, 128, 129, 200}) {
      int rounds = std::stoi(blocks) - 1;
      for (int reached = 1; reached < p; reached *= 2) ++rounds;
      const Options options = allgatherv_circulant().resolve({{"blocks", blocks}});
      EXPECT_EQ(predict(allgatherv_circulant().cost({.processes = p, .count = 100 * p}, options),
                        Hockney{.alpha = 1}),
                rounds)
          << blocks << " blocks, p = " << p;
    }
}

/// More than elements are as many as elements: else the rounds would never end. 7 blocks on 4 ranks take
/// 7 - 1 + 2.
TEST(AllgathervCirculant, BlocksAreNoMoreThanElements) {
  EXPECT_EQ(testing::oracle(allgatherv_circulant(), {{"blocks", "20"}}), "");
  const Options options = allgatherv_circulant().resolve({{"blocks", "1000000000"}});
  EXPECT_EQ(predict(allgatherv_circulant().cost({.processes = 4, .count = 28}, options), Hockney{.alpha = 1}),
            8);
}

TEST(AllgathervCirculant, CostsOfManyUnequalBlocksAreFolded) {
  const Shape shape{.processes = 64, .count = 64 * 1000003, .type_size = 4};
  const Cost cost =
      allgatherv_circulant().cost(shape, allgatherv_circulant().resolve({{"blocks", "100000"}}));
  EXPECT_LT(cost.size(), 100U);
  EXPECT_EQ(predict(cost, Hockney{.alpha = 1}), 100000 - 1 + 6);
}

TEST(AllgathervCirculant, RefusesNoBlocks) {
  EXPECT_THAT(
      [] {
        allgatherv_circulant().resolve({{"blocks", "0"}});
      },
      ::testing::ThrowsMessage<Error>("option 'blocks' is '0'; right would be a whole number from 1 on"));
}

}  // namespace
}  // namespace collsim
