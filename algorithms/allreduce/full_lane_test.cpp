#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "models/hockney.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"
#include "tests/portfolio/placed.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

const Description& full_lane() {
  return describe("allreduce", "full_lane");
}

TEST(FullLane, IsRightOnEvenNodesWhateverTheMapping) {
  for (const auto& placement :
       {std::vector{0, 0, 0, 1, 1, 1}, {1, 0, 0, 1, 0, 1}, {0, 0, 0, 0}, {0, 1, 2, 2, 1, 0}})
    EXPECT_EQ(testing::oracle(full_lane(), {}, testing::placed(placement)), "");
}

TEST(FullLane, KeepsTheOrderOfRanksWithPartsThatDo) {
  const std::map<std::string, std::string> in_order = {{"scatter", "recursive_doubling"},
                                                       {"inter", "recursive_doubling"}};
  const auto two_by_two = testing::placed({0, 0, 1, 1}), dealt_out = testing::placed({0, 1, 0, 1});
  EXPECT_EQ(testing::oracle(full_lane(), in_order, two_by_two), "");
  const auto why = [&](const auto& nodes, const auto& given) {
    const Shape shape{.processes = nodes->ranks(), .count = 8, .commutative = false, .nodes = nodes};
    return full_lane().why_unsupported(shape, full_lane().resolve(given));
  };
  EXPECT_EQ(why(two_by_two, in_order), "");
  EXPECT_THAT(why(dealt_out, in_order), HasSubstr("do not follow each other"));
  EXPECT_THAT(why(two_by_two, std::map<std::string, std::string>()), HasSubstr("on a node, pairwise: "));
}

TEST(FullLane, CostsWhatItStatesWithOtherParts) {
  const std::map<std::string, std::string> rings = {
      {"scatter", "ring"}, {"inter", "ring"}, {"gather", "bruck"}};
  EXPECT_EQ(testing::check_cost(full_lane(), rings, testing::placed({0, 0, 0, 1, 1, 1})), "");
}

TEST(FullLane, NeedsAsManyRanksOnEveryNode) {
  const Shape shape{.processes = 3, .count = 8, .nodes = testing::placed({0, 0, 1})};
  EXPECT_EQ(full_lane().why_unsupported(shape, full_lane().resolve({})),
            "nodes have unequal numbers of ranks");
}

/// Four nodes of three ranks, n = 9600 bytes: two rounds of a third on the node, two of Rabenseifner's halving and two of
/// doubling with 3/4 of a third between nodes, two rounds of a third on the node.
TEST(FullLane, CostIsThatOfItsParts) {
  const auto nodes = testing::placed({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3});
  const Shape shape{.processes = 12, .count = 1200, .type_size = 8, .nodes = nodes};
  const Hockney machine{.alpha = 1000, .beta = 3, .gamma = 5, .kappa = 7};
  const double third = 3200;
  const double scatter = 2 * (1000 + third * (3 + 5));
  const double lanes = 4 * 1000 + 2 * 0.75 * third * 3 + 0.75 * third * 5;
  const double gather = third * 7 + 2 * (1000 + third * 3);
  EXPECT_DOUBLE_EQ(predict(full_lane().cost(shape, full_lane().resolve({})), machine),
                   scatter + lanes + gather);
}

}  // namespace
}  // namespace collsim
