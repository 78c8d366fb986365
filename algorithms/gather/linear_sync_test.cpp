#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& linear_sync() {
  return describe("gather", "linear_sync");
}

/// 12 bytes: parts of 3 ints and of one double; whole blocks where these are shorter.
TEST(LinearSync, IsRightInTwoParts) {
  EXPECT_EQ(testing::oracle(linear_sync(), {{"first_bytes", "12"}}), "");
}

TEST(LinearSync, CostsWhatItStatesInTwoParts) {
  EXPECT_EQ(testing::check_cost(linear_sync(), {{"first_bytes", "12"}}), "");
}

/// 2 ranks, blocks of 10 bytes: the question, 4 bytes, the other 6.
TEST(LinearSync, SendsTheRestBehindTheFirstPart) {
  const Cost cost =
      linear_sync().cost({.processes = 2, .count = 20}, linear_sync().resolve({{"first_bytes", "4"}}));
  std::vector<std::int64_t> bytes;
  for (const Stage& stage : cost)
    if (stage.messages > 0) bytes.push_back(stage.bytes);
  EXPECT_EQ(bytes, (std::vector<std::int64_t>{0, 4, 6}));
}

}  // namespace
}  // namespace collsim
