#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

/// A collective, and how many ways its data goes: allreduce is reduce, then bcast.
struct TwoTreeCase {
  const char* collective;
  int ways;
};

class TwoTree : public ::testing::TestWithParam<TwoTreeCase> {
 protected:
  const Description& two_tree() const { return describe(GetParam().collective, "two_tree"); }
};

/// 100 bytes: 25 ints, 12 doubles.
TEST_P(TwoTree, SegmentsLeaveTheResultRight) {
  EXPECT_EQ(testing::oracle(two_tree(), {{"segment_bytes", "100"}}), "");
}

/// Halves of 2000 bytes and of multiples of 768: segments of equal size and others.
TEST_P(TwoTree, SegmentsCostWhatTheyState) {
  EXPECT_EQ(testing::check_cost(two_tree(), {{"segment_bytes", "400"}}), "");
  EXPECT_EQ(testing::check_cost(two_tree(), {{"segment_bytes", "256"}}), "");
}

/// At most 2 ceil(lg p) + 2s rounds each way, two of them per segment of a half.
TEST_P(TwoTree, TakesNoMoreRoundsThanPublished) {
  const Options options = two_tree().resolve({{"segment_bytes", "100"}});
  for (int p = 2; p <= 1100; p += p < 140 ? 1 : 101) {
    int rounds = 0;
    for (int reached = 1; reached < p; reached *= 2) rounds += 2;
    const auto of = [&](std::int64_t segments) {
      return predict(two_tree().cost({.processes = p, .count = 200 * segments}, options),
                     Hockney{.alpha = 1});
    };
    EXPECT_LE(of(10), GetParam().ways * (rounds + 2 * 10)) << "p = " << p;
    EXPECT_EQ(of(10) - of(9), GetParam().ways * 2) << "p = " << p;
  }
}

INSTANTIATE_TEST_SUITE_P(Collectives, TwoTree,
                         ::testing::Values(TwoTreeCase{"allreduce", 2}, TwoTreeCase{"bcast", 1},
                                           TwoTreeCase{"reduce", 1}),
                         [](const auto& way) { return way.param.collective; });

}  // namespace
}  // namespace collsim
