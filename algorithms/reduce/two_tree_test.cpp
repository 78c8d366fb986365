#include <gtest/gtest.h>

#include "algorithms/algorithm.hpp"
#include "algorithms/testing/cost_check.hpp"
#include "algorithms/testing/oracle.hpp"
#include "models/hockney.hpp"

namespace collsim {
namespace {

const Description& two_tree() {
  return describe("reduce", "two_tree");
}

/// 100 bytes: 25 ints, 12 doubles.
TEST(ReduceTwoTree, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(two_tree(), {{"segment_bytes", "100"}}), "");
}

/// Halves of 2000 bytes and of multiples of 768: segments of equal size and others.
TEST(ReduceTwoTree, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(two_tree(), {{"segment_bytes", "400"}}), "");
  EXPECT_EQ(testing::check_cost(two_tree(), {{"segment_bytes", "256"}}), "");
}

/// At most 2 ceil(lg p) + 2s rounds, two of them per segment of a half.
TEST(ReduceTwoTree, TakesNoMoreRoundsThanPublished) {
  const Options options = two_tree().resolve({{"segment_bytes", "100"}});
  for (int p = 2; p <= 1100; p += p < 140 ? 1 : 101) {
    int rounds = 0;
    for (int reached = 1; reached < p; reached *= 2) rounds += 2;
    const auto of = [&](std::int64_t segments) {
      return predict(two_tree().cost({.processes = p, .count = 200 * segments}, options),
                     Hockney{.alpha = 1});
    };
    EXPECT_LE(of(10), (rounds + 2 * 10)) << "p = " << p;
    EXPECT_EQ(of(10) - of(9), 2) << "p = " << p;
  }
}

}  // namespace
}  // namespace collsim
