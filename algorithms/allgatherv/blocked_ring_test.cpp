#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "algorithms/facts/distribution.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

using Given = std::map<std::string, std::string>;

const Description& blocked_ring() {
  return describe("allgatherv", "blocked_ring");
}

Shape shape(const std::string& distribution, std::int64_t count, int processes) {
  return {.processes = processes,
          .count = count,
          .type_size = 4,
          .counts = distribute(distribution, count, processes)};
}

Cost cost(const Shape& shape, const Given& given) {
  return blocked_ring().cost(shape, blocked_ring().resolve(given));
}

std::int64_t rounds(const Cost& cost) {
  std::int64_t sum = 0;
  for (const Stage& stage : cost)
    if (stage.messages > 0) sum += stage.repeat;
  return sum;
}

std::int64_t largest(const Cost& cost) {
  std::int64_t bytes = 0;
  for (const Stage& stage : cost) bytes = std::max(bytes, stage.bytes);
  return bytes;
}

TEST(BlockedRing, IsRightWithSeveralBlocksARank) {
  EXPECT_EQ(testing::oracle(blocked_ring(), {{"rule", "fixed"}, {"block_bytes", "150"}}), "");
}

TEST(BlockedRing, CostsWhatItStatesByAnyRule) {
  EXPECT_EQ(testing::check_cost(blocked_ring(), {{"rule", "fixed"}, {"block_bytes", "20"}}), "");
  EXPECT_EQ(testing::check_cost(blocked_ring(), {{"rule", "min"}, {"block_bytes", "8"}}), "");
  EXPECT_EQ(testing::check_cost(blocked_ring(), {{"rule", "optimal"}, {"alpha_ns", "10"}}), "");
}

/// 8 ranks, 64 elements: blocks of 3 elements make 3 of 8, so that N = 24 and N - 3 rounds go round.
TEST(BlockedRing, TakesAllBlocksButTheFewestOfARank) {
  const Cost regular = cost(shape("regular", 64, 8), {{"rule", "fixed"}, {"block_bytes", "12"}});
  EXPECT_EQ(rounds(regular), 24 - 3);
  EXPECT_EQ(largest(regular), 12);
}

/// One rank has all of 64 elements in 8 blocks; they reach the last rank, 7 hops away, one after another.
TEST(BlockedRing, BroadcastIsAPipe) {
  const Cost broadcast = cost(shape("broadcast", 64, 8), {{"rule", "fixed"}, {"block_bytes", "32"}});
  EXPECT_EQ(rounds(broadcast), 8 + 7 - 1);
}

/// The claim of the paper: with blocks of at most B, all distributions of m elements take about m/B rounds.
TEST(BlockedRing, TakesAboutAsLongWhateverTheDistribution) {
  for (const std::string& distribution : distributions()) {
    const Cost blocked = cost(shape(distribution, 1 << 20, 16), {{"rule", "fixed"}, {"block_bytes", "4096"}});
    EXPECT_GE(rounds(blocked), 1024 - 64) << distribution;
    EXPECT_LE(rounds(blocked), 1024 + 16) << distribution;
  }
}

TEST(BlockedRing, IsTheLinearRingWhereBlocksAreEqual) {
  const Shape equal = shape("regular", 1600, 16);
  const Cost linear = describe("allgatherv", "ring").cost(equal, {});
  const Cost blocked = cost(equal, {});
  ASSERT_EQ(blocked.size(), linear.size());
  EXPECT_EQ(rounds(blocked), 15);
  EXPECT_EQ(largest(blocked), largest(linear));
}

/// Blocks of 40,000 and 40,004 bytes, where the rule asks for 32,768 at least.
TEST(BlockedRing, IsTheLinearRingWhereBlocksDifferByOneElement) {
  const Shape nearly = shape("regular", 16 * 10000 + 3, 16);
  EXPECT_EQ(rounds(cost(nearly, {})), 15);
  EXPECT_EQ(largest(cost(nearly, {})), largest(describe("allgatherv", "ring").cost(nearly, {})));
}

/// The least has 8 elements and fits 3 times into 29: parts of 10.
TEST(BlockedRing, CutsTheLargestIntoEqualPartsNoSmallerThanTheLeast) {
  const Shape uneven = {.processes = 3, .count = 53, .type_size = 4, .counts = {29, 8, 16}};
  const Cost blocked = cost(uneven, {{"rule", "min"}, {"block_bytes", "4"}});
  EXPECT_EQ(largest(blocked), 40);
  EXPECT_EQ(rounds(blocked), 3 + 1 + 2 - 1);
}

/// 16 ranks, 8 of them empty: B = sqrt(2 * 1000 ns * 1000 bytes/us * 4 MiB / (16 + 8 - 2)) bytes = 19526.3.
TEST(BlockedRing, OptimalBlocksFollowFromTheMachine) {
  EXPECT_EQ(largest(cost(shape("half", 1 << 20, 16), {{"rule", "optimal"}})), 19526 / 4 * 4);
}

TEST(BlockedRing, BlocksHaveAtLeastOneElementAndAtMostTheLargestContribution) {
  const Shape half = shape("half", 1600, 16);
  EXPECT_EQ(largest(cost(half, {{"rule", "fixed"}, {"block_bytes", "1"}})), 4);
  EXPECT_EQ(largest(cost(half, {{"rule", "optimal"}, {"alpha_ns", "0"}})), 4);
  EXPECT_EQ(largest(cost(half, {{"rule", "optimal"}, {"alpha_ns", "1000000000"}})), 200 * 4);
}

TEST(BlockedRing, RefusesOptionsThatItDoesNotTake) {
  EXPECT_THAT(
      [] {
        blocked_ring().resolve({{"rule", "largest"}});
      },
      ::testing::ThrowsMessage<Error>("option 'rule' is 'largest'; known: 'min', 'fixed', 'optimal'"));
  EXPECT_THAT(
      [] {
        blocked_ring().resolve({{"block_bytes", "0"}});
      },
      ::testing::ThrowsMessage<Error>(
          "option 'block_bytes' is '0'; right would be a whole number from 1 on"));
}

/// Elsewhere no chain of largest messages leads through all rounds.
TEST(BlockedRing, CostIsTheCriticalPathButForLinearContributions) {
  const Options options = blocked_ring().resolve({{"rule", "fixed"}, {"block_bytes", "20"}});
  for (const std::string& distribution : distributions())
    for (int p = 1; p <= 33; ++p) {
      if (distribution == "linear") continue;
      EXPECT_TRUE(blocked_ring().is_exact(shape(distribution, 100 * p, p), options)) << distribution << p;
    }
}

}  // namespace
}  // namespace collsim
