#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& tolerant_reduce() {
  return describe("reduce", "imbalance_tolerant");
}

/// A chain of nodes, a tree of them, and all below that of the root; on a node that shares nothing and on others.
TEST(ImbalanceTolerantReduce, IsRightWithAnyRadix) {
  const auto uneven = std::make_shared<const Nodes>(std::vector{0, 0, 1, 2, 2, 2, 3});
  for (const char* radix : {"1", "2", "64"})
    EXPECT_EQ(testing::oracle(tolerant_reduce(), {{"radix", radix}}, uneven), "");
}

TEST(ImbalanceTolerantReduce, RefusesToChangeTheOrderOfRanks) {
  const Shape shape{.processes = 4, .count = 8, .commutative = false};
  EXPECT_EQ(tolerant_reduce().why_unsupported(shape, tolerant_reduce().resolve({})),
            "the operator does not commute, and vectors are combined in the order in which their ranks come; "
            "right would be order=ranks");
}

/// The oracle's operators do not commute. Binomial trees of one to six nodes, the root on the first or on another.
TEST(ImbalanceTolerantReduce, KeepsTheOrderOfRanksIfAsked) {
  for (const auto& nodes :
       {std::vector{0, 0, 0, 0}, {0, 0, 1, 2, 2, 2, 3}, {0, 1, 2, 3, 4, 5, 5}, {0, 1, 0, 1, 1}})
    EXPECT_EQ(testing::oracle(tolerant_reduce(), {{"order", "ranks"}}, std::make_shared<const Nodes>(nodes)),
              "");
  const auto dealt_out = std::make_shared<const Nodes>(std::vector{0, 1, 0, 1});
  const Shape shape{.processes = 4, .count = 8, .commutative = false, .nodes = dealt_out};
  EXPECT_EQ(tolerant_reduce().why_unsupported(shape, tolerant_reduce().resolve({{"order", "ranks"}})),
            "the operator does not commute, and ranks that share a node do not follow each other");
}

TEST(ImbalanceTolerantReduce, RefusesATreeWithoutBranches) {
  EXPECT_THAT(
      [] {
        tolerant_reduce().resolve({{"radix", "0"}});
      },
      ::testing::ThrowsMessage<Error>("option 'radix' is '0'; right would be a whole number from 1 on"));
}

}  // namespace
}  // namespace collsim
