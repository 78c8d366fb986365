#include <gtest/gtest.h>

#include "algorithms/facts/description.hpp"

namespace collsim {
namespace {

TEST(Tree, RefusesSixProcesses) {
  const Description& tree = describe("allreduce", "tree");
  EXPECT_EQ(tree.why_unsupported({.processes = 6}, {}), "6 processes are not a power of two");
  EXPECT_EQ(tree.why_unsupported({.processes = 8}, {}), "");
}

}  // namespace
}  // namespace collsim
