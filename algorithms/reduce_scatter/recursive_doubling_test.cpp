#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

const Description& recursive_doubling() {
  return describe("reduce_scatter", "recursive_doubling");
}

/// 8 ranks, 80 bytes: all but the blocks of 1, 2 and 4 ranks.
TEST(RecursiveDoublingReduceScatter, SendsAllButTheBlocksOfItsGroup) {
  const Shape shape{.processes = 8, .count = 80, .commutative = false};
  std::vector<std::int64_t> bytes;
  for (const Stage& stage : recursive_doubling().cost(shape, {}))
    if (stage.messages > 0) bytes.push_back(stage.bytes);
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{70, 60, 40}));
}

/// 8 ranks, blocks of 10 bytes: all but those of 2, 4 and 8 ranks, and the rank's own.
TEST(RecursiveDoublingReduceScatter, CombinesWhatItSendsOnAndItsOwn) {
  const Shape shape{.processes = 8, .count = 80, .commutative = false};
  std::vector<std::int64_t> bytes;
  for (const Stage& stage : recursive_doubling().cost(shape, {}))
    if (stage.messages > 0) bytes.push_back(stage.reduced);
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{60 + 10, 40 + 10, 0 + 10}));
}

TEST(RecursiveDoublingReduceScatter, RefusesWhatIsNoPowerOfTwo) {
  EXPECT_EQ(recursive_doubling().why_unsupported({.processes = 6, .count = 12}, {}),
            "6 processes are not a power of two");
}

}  // namespace
}  // namespace collsim
