#include <gtest/gtest.h>

#include "algorithms/algorithm.hpp"
#include "algorithms/testing/cost_check.hpp"
#include "algorithms/testing/oracle.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

const Description& circulant() {
  return describe("reduce", "circulant");
}

/// Fewer blocks than ceil(lg p), more, and more than elements.
TEST(ReduceCirculant, AnyNumberOfBlocksIsRight) {
  EXPECT_EQ(testing::oracle(circulant(), {{"blocks", "2"}}), "");
  EXPECT_EQ(testing::oracle(circulant(), {{"blocks", "7"}}), "");
}

TEST(ReduceCirculant, AnyNumberOfBlocksCostsWhatItStates) {
  EXPECT_EQ(testing::check_cost(circulant(), {{"blocks", "3"}}), "");
  EXPECT_EQ(testing::check_cost(circulant(), {{"blocks", "20"}}), "");
}

/// The least number of rounds in which any algorithm can broadcast s blocks.
TEST(ReduceCirculant, TakesTheLeastNumberOfRounds) {
  for (const char* blocks : {"1", "4", "5", "100"})
    for (int p = 2; p <= 200; ++p) {
      int rounds = std::stoi(blocks) - 1;
      for (int reached = 1; reached < p; reached *= 2) ++rounds;
      const Options options = circulant().resolve({{"blocks", blocks}});
      EXPECT_EQ(predict(circulant().cost({.processes = p}, options), Hockney{.alpha = 1}), rounds)
          << blocks << " blocks, p = " << p;
    }
}

TEST(ReduceCirculant, RefusesNoBlocks) {
  EXPECT_THROW(circulant().resolve({{"blocks", "0"}}), Error);
}

}  // namespace
}  // namespace collsim
