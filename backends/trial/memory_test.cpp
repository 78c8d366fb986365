#include "backends/trial/memory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "testing/folder.hpp"

namespace collsim {
namespace {

Point fast_ring(int processes) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.options = describe("allreduce", "ring").resolve({});
  point.backend = "fast";
  point.processes = processes;
  point.count = 1 << 20;
  point.data = "time";
  return point;
}

TEST(Memory, IsThatOfTheRanksAndTheirVectors) {
  Point point = fast_ring(1 << 10);
  const std::int64_t ranks = memory_needed(point);
  EXPECT_EQ(ranks, 8 << 20) << "8 KiB each; vectors that nobody writes to are no memory";
  point.data = "verify";
  EXPECT_EQ(memory_needed(point), ranks + 4 * point.processes * point.bytes());
  point.backend = "model";
  EXPECT_EQ(memory_needed(point), 0);
}

TEST(Memory, IrregularBlocksAreKnownToEveryRank) {
  Point point = fast_ring(1 << 10);
  const std::int64_t regular = memory_needed(point);
  point.collective = "allgatherv";
  point.options = describe("allgatherv", "ring").resolve({});
  EXPECT_EQ(memory_needed(point), regular + 28 * (1 << 20));
}

TEST(Memory, ARecordedScheduleHoldsItsMessages) {
  Point point = fast_ring(16);
  point.record = true;
  point.count = 0;
  EXPECT_EQ(memory_needed(point), 16 * 1024 + 2 * 15 * 16 * 64);
  point.loop = 3;
  EXPECT_EQ(memory_needed(point), 16 * 1024 + 2 * 15 * 16 * 64);
}

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

}  // namespace
}  // namespace collsim
