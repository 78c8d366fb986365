#include "nodes/memory_domain.hpp"

#include <gtest/gtest.h>

#include "tests/folder.hpp"

namespace collsim {
namespace {

TEST(MemoryDomain, HasAllProcessorsOfAProcess) {
  const testing::Folder folder;
  for (const char* processor : {"node0/cpu0", "node0/cpu1", "node12/cpu2", "node12/cpu3", "node_else/cpu4"})
    std::filesystem::create_directories(folder.path() / processor);
  EXPECT_EQ(memory_domain({0, 1}, folder.path()), 0);
  EXPECT_EQ(memory_domain({3}, folder.path()), 12);
  EXPECT_EQ(memory_domain({1, 2}, folder.path()), -1) << "of two";
  EXPECT_EQ(memory_domain({4}, folder.path()), -1) << "of none";
  EXPECT_EQ(memory_domain({}, folder.path()), -1);
  EXPECT_EQ(memory_domain({0}, folder.path() / "absent"), -1);
}

}  // namespace
}  // namespace collsim
