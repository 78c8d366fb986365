#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/placed.hpp"

namespace collsim {
namespace {

TEST(FullLaneAllgather, IsRightAndCostsWhatItStatesOnEvenNodesWhateverTheMapping) {
  const Description& about = describe("allgather", "full_lane");
  for (const auto& placement :
       {std::vector{0, 0, 0, 1, 1, 1}, {1, 0, 0, 1, 0, 1}, {0, 0, 0, 0}, {0, 1, 2, 2, 1, 0}})
    for (const char* gather : {"ring", "bruck"}) {
      EXPECT_EQ(testing::oracle(about, {{"gather", gather}}, testing::placed(placement)), "");
      EXPECT_EQ(testing::check_cost(about, {{"gather", gather}}, testing::placed(placement)), "");
    }
}

TEST(FullLaneAllgather, SaysWhichPartCannotServe) {
  const Description& about = describe("allgather", "full_lane");
  const auto why = [&](const std::vector<int>& nodes, const char* option, const char* algorithm) {
    const int p = static_cast<int>(nodes.size());
    return about.why_unsupported({.processes = p, .count = p, .nodes = testing::placed(nodes)},
                                 about.resolve({{option, algorithm}}));
  };
  const char* const halves = "recursive_doubling";
  EXPECT_EQ(why({0, 0, 1}, "inter", "ring"), "nodes have unequal numbers of ranks");
  EXPECT_EQ(why({0, 0, 1, 1}, "inter", halves), "");
  EXPECT_TRUE(why({0, 0, 1, 1, 2, 2}, "inter", halves).starts_with("between nodes, recursive_doubling: "));
  EXPECT_TRUE(why({0, 0, 0, 1, 1, 1}, "gather", halves).starts_with("on a node, recursive_doubling: "));
}

}  // namespace
}  // namespace collsim
