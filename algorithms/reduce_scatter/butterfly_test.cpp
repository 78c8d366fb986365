#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/distribution.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& butterfly(const char* collective) {
  return describe(collective, "butterfly");
}

TEST(ButterflyReduceScatter, IsRightWithPermutedBlocksAndAfterACopy) {
  for (const char* collective : {"reduce_scatter", "reduce_scatter_block"})
    for (const char* blocks : {"permuted", "displaced"}) {
      const std::map<std::string, std::string> values = {{"blocks", blocks}, {"start", "copies"}};
      EXPECT_EQ(testing::oracle(butterfly(collective), values), "");
      EXPECT_EQ(testing::check_cost(butterfly(collective), values), "");
    }
}

/// 8 ranks, blocks of 10 bytes: halves of 40, 20 and 10, then a block to the rank whose number has the bits in reverse.
TEST(ButterflyReduceScatter, SendsABlockInTheEnd) {
  const Shape shape{.processes = 8, .count = 80, .commutative = false};
  std::vector<std::int64_t> bytes, messages;
  for (const Stage& stage : butterfly("reduce_scatter").cost(shape, butterfly("reduce_scatter").resolve({})))
    if (stage.messages > 0) {
      bytes.push_back(stage.bytes);
      messages.push_back(stage.messages);
    }
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{40, 20, 10, 10}));
  EXPECT_EQ(messages, (std::vector<std::int64_t>{8, 8, 8, 4}));
}

/// With displaced blocks only a bound is told: ranks that have their own block copy it, and the others exchange theirs.
TEST(ButterflyReduceScatter, IsExactWhereAllRanksDoAlike) {
  const Description& about = butterfly("reduce_scatter");
  for (int p = 1; p <= 64; p *= 2) {
    const Shape shape{
        .processes = p, .count = 5 * p, .type_size = 4, .counts = distribute("regular", 5 * p, p)};
    EXPECT_TRUE(about.is_exact(shape, about.resolve({{"blocks", "permuted"}}))) << p;
    EXPECT_EQ(about.is_exact(shape, about.resolve({})), p <= 2) << p;
  }
}

TEST(ButterflyReduceScatter, PermutesOnlyBlocksOfAPowerOfTwo) {
  const Description& about = butterfly("reduce_scatter");
  EXPECT_EQ(about.why_unsupported({.processes = 6, .count = 12}, about.resolve({{"blocks", "permuted"}})),
            "6 processes are not a power of two");
}

}  // namespace
}  // namespace collsim
