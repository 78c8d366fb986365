#include "nodes/memory_domain.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace collsim {
namespace {

/// hwloc takes this machine for another one meanwhile.
class MemoryDomain : public ::testing::Test {
 protected:
  void SetUp() override { setenv(variable, "package:2 [numa(indexes=3,12)] core:2 pu:2", 1); }
  void TearDown() override { unsetenv(variable); }
  static constexpr const char* variable = "HWLOC_SYNTHETIC";
};

TEST_F(MemoryDomain, HasAllProcessorsOfAProcess) {
  EXPECT_EQ(memory_domain({0, 1}), 3);
  EXPECT_EQ(memory_domain({3}), 3);
  EXPECT_EQ(memory_domain({5, 7}), 12);
  EXPECT_EQ(memory_domain({3, 4}), -1) << "of two";
  EXPECT_EQ(memory_domain({8}), -1) << "of none";
  EXPECT_EQ(memory_domain({}), -1);
}

}  // namespace
}  // namespace collsim
