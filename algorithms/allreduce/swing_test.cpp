#include <gtest/gtest.h>

#include <cstdlib>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& swing() {
  return describe("allreduce", "swing");
}

std::string refusal(int processes, const std::string& dims) {
  return swing().why_unsupported({.processes = processes}, swing().resolve({{"dims", dims}}));
}

TEST(Swing, TheLatencyFormIsRight) {
  EXPECT_EQ(testing::oracle(swing(), {{"form", "latency"}}), "");
  EXPECT_EQ(testing::check_cost(swing(), {{"form", "latency"}}), "");
}

/// The tori have 4, 16 and 32 ranks: on other numbers of ranks it refuses.
TEST(Swing, ATorusIsRight) {
  for (const char* dims : {"2x2", "4x4", "8x2", "2x4x4"})
    for (const char* form : {"latency", "bandwidth"}) {
      EXPECT_EQ(testing::oracle(swing(), {{"dims", dims}, {"form", form}}), "");
      EXPECT_EQ(testing::check_cost(swing(), {{"dims", dims}, {"form", form}}), "");
    }
}

/// In every round the other ranks are off by the same distance along one dimension, if it is counted around
/// it.
TEST(Swing, MeetsAtThePublishedDistances) {
  const Shape shape{.processes = 64, .count = 64, .type_size = 4};
  const Cost cost = swing().cost(shape, swing().resolve({{"dims", "8x8"}}));
  const int expected[] = {1, 1, 1, 1, 3, 3};
  for (std::size_t round = 0; round < 6; ++round)
    for (const auto& [from, to] : cost[1 + round].pairs.list_of(shape)) {
      const int unit = round % 2 == 0 ? 8 : 1;
      const int off = std::abs(from / unit % 8 - to / unit % 8);
      EXPECT_EQ(std::min(off, 8 - off), expected[round]) << from << " " << to;
      EXPECT_EQ(from / (9 - unit) % 8, to / (9 - unit) % 8) << from << " " << to;
    }
}

TEST(Swing, RefusesATorusThatIsNotThere) {
  EXPECT_EQ(refusal(256, "8x8x4"), "");
  EXPECT_EQ(refusal(12, ""), "");
  EXPECT_EQ(refusal(12, "4x3"), "the dimension 3 is not a power of two");
  EXPECT_EQ(refusal(8, "4x4"), "a torus of 4x4 does not have 8 ranks");
  EXPECT_EQ(refusal(4, "8x1"), "a torus of 8x1 does not have 4 ranks");
  for (const char* dims : {"8x", "x8", "8y8", "-8", "8 x 8", "0x8"})
    EXPECT_EQ(refusal(64, dims), "dims '" + std::string(dims) + "' is not of the form 8x8x4");
}

}  // namespace
}  // namespace collsim
