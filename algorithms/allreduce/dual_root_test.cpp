#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& dual_root() {
  return describe("allreduce", "dual_root");
}

/// 100 bytes: 25 ints, 12 doubles.
TEST(DualRoot, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(dual_root(), {{"segment_bytes", "100"}}), "");
}

/// 4000 bytes and multiples of 1536: segments of equal size and others.
TEST(DualRoot, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(dual_root(), {{"segment_bytes", "400"}}), "");
  EXPECT_EQ(testing::check_cost(dual_root(), {{"segment_bytes", "256"}}), "");
}

/// Of many segments, each takes the two exchanges with children and the one with the parent: 3n beta in all.
TEST(DualRoot, MovesTheVectorThreeTimes) {
  constexpr std::int64_t bytes = 1 << 20;
  const Options options = dual_root().resolve({{"segment_bytes", "64"}});
  for (const int p : {5, 16, 100}) {
    const double time =
        predict(dual_root().cost({.processes = p, .count = bytes}, options), Hockney{.beta = 1});
    EXPECT_GT(time, 3.0 * bytes) << "p = " << p;
    EXPECT_LT(time, 3.01 * bytes) << "p = " << p;
  }
}

}  // namespace
}  // namespace collsim
