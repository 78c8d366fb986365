#include <gtest/gtest.h>

#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& over_network() {
  return describe("allgatherv", "collective_network");
}

TEST(AllgathervOverACollectiveNetwork, AlsoBroadcastsBlocks) {
  if (!testing::has_collective_network())
    GTEST_SKIP() << "no network that combines joins the processes of this machine";
  EXPECT_EQ(testing::oracle(over_network(), {{"by", "broadcasts"}}), "");
  EXPECT_EQ(testing::check_cost(over_network(), {{"by", "broadcasts"}}), "");
}

/// Of 1000 B in blocks of 400, 0 and 600: an agreement of 16 B, copies at 2 s/B, and traversals of 5 s and 3 s/B.
TEST(AllgathervOverACollectiveNetwork, SendsNoEmptyBlocks) {
  const auto seconds = [](const char* by, bool in_place) {
    const Shape shape{.processes = 3, .count = 1000, .in_place = in_place, .counts = {400, 0, 600}};
    return predict(over_network().cost(shape, over_network().resolve({{"by", by}})),
                   {.kappa = 2, .tau = 5, .theta = 3});
  };
  constexpr double agree = 5 + 16 * 3;
  EXPECT_EQ(seconds("broadcasts", false), agree + 600 * 2 + 2 * 5 + 1000 * 3);
  EXPECT_EQ(seconds("broadcasts", true), agree + 2 * 5 + 1000 * 3);
  EXPECT_EQ(seconds("reduction", false), agree + 1000 * 2 + 5 + 1000 * 3);
  EXPECT_EQ(seconds("reduction", true), agree + 1000 * 2 + 5 + 1000 * 3);
}

}  // namespace
}  // namespace collsim
