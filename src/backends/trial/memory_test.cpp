#include "backends/trial/memory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "backends/trial/arena.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

class Available : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::int64_t available() const { return memory_available(folder_.path()); }

  testing::Folder folder_;
};

TEST_F(Available, IsWhatTheMachineHasLeft) {
  EXPECT_EQ(available(), std::numeric_limits<std::int64_t>::max()) << "nothing is known";
  write("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 100 kB\nMemAvailable:    1000 kB\n");
  EXPECT_EQ(available(), 1000 * 1024);
  write("proc/self/cgroup", "0::/user/job\n");
  write("sys/fs/cgroup/user/job/memory.max", "max\n");
  EXPECT_EQ(available(), 1000 * 1024);
  write("proc/meminfo", "MemAvailable: 0 kB\n");
  EXPECT_EQ(available(), 0);
}

TEST_F(Available, IsWhatTheNarrowestGroupAllows) {
  write("proc/meminfo", "MemAvailable: 1000 kB\n");
  write("proc/self/cgroup", "0::/user/job\n");
  write("sys/fs/cgroup/user/job/memory.max", "90000\n");
  write("sys/fs/cgroup/user/job/memory.current", "50000\n");
  EXPECT_EQ(available(), 40000);
  write("sys/fs/cgroup/user/job/memory.stat", "anon 1\ninactive_file 20000\n");
  EXPECT_EQ(available(), 60000);
  write("sys/fs/cgroup/user/memory.max", "30000\n");
  EXPECT_EQ(available(), 30000);
  write("sys/fs/cgroup/memory.max", "20000\n");  // a container's own
  EXPECT_EQ(available(), 20000);
}

TEST_F(Available, KnowsTheFirstVersionOfGroups) {
  write("proc/meminfo", "MemAvailable: 1000 kB\n");
  write("proc/self/cgroup", "5:cpu,memory:/job\n3:freezer:/\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "90000\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "95000\n");
  EXPECT_EQ(available(), 0);
}

TEST(Arena, IsAddressesOfWhichManyMoreThanMemoryMayBeTaken) {
  Arena arena;
  constexpr std::size_t bytes = std::size_t{1} << 42;
  std::byte* const begin = arena.at_least(bytes);
  EXPECT_EQ(arena.at_least(8), begin);
  begin[bytes - 1] = std::byte{7};
  EXPECT_TRUE(arena.contains(begin + bytes - 1));
  EXPECT_FALSE(arena.contains(begin + bytes));
  EXPECT_THROW(arena.at_least(std::size_t{1} << 60), Error);
}

}  // namespace
}  // namespace collsim
