#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

const Description& tolerant_bcast() {
  return describe("bcast", "imbalance_tolerant");
}

/// A chain of nodes, a tree of them, and all below that of the root; on a node that shares nothing and on others.
TEST(ImbalanceTolerantBcast, IsRightWithAnyRadix) {
  const auto uneven = std::make_shared<const Nodes>(std::vector{0, 0, 1, 2, 2, 2, 3});
  for (const char* radix : {"1", "2", "64"})
    EXPECT_EQ(testing::oracle(tolerant_bcast(), {{"radix", radix}}, uneven), "");
}

}  // namespace
}  // namespace collsim
