#include "nodes/machine_node.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>

#include "backends/native/testing/world.hpp"
#include "support/error.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr std::int64_t enough = std::int64_t{1} << 40;

/// All ranks of the job on one node, as they run.
std::unique_ptr<MachineNode> one_node(std::int64_t available = enough) {
  return std::make_unique<MachineNode>(MPI_COMM_WORLD, machines(MPI_COMM_WORLD),
                                       [available] { return available; });
}

TEST(Machines, HaveAllRanksOfThisJob) {
  const auto found = machines(MPI_COMM_WORLD);
  EXPECT_EQ(found->count(), 1);
  EXPECT_EQ(found->ranks(), testing::job().size());
}

/// Every rank writes, tells so, and reads what the others wrote, round by round, so that a flag seen too early shows.
TEST(MachineNode, RanksSeeWhatOthersWroteBeforeTheyRaisedTheirFlags) {
  const auto node = one_node();
  const int ranks = node->size();
  const auto everyone = [&](std::int64_t steps) {
    for (int place = 0; place < ranks; ++place) node->await(node->rank(place), steps);
  };
  bool right = true;
  for (int round = 0; round < 500; ++round) {
    auto* values = reinterpret_cast<int*>(node->segment(4096));
    const std::int64_t before = node->begin_call(2);
    values[node->place() * 16] = 1000 * round + node->place();
    node->raise(before + 1);
    everyone(before + 1);
    for (int place = 0; place < ranks; ++place) right = right && values[place * 16] == 1000 * round + place;
    node->raise(before + 2);
    everyone(before + 2);
  }
  EXPECT_TRUE(right);
}

/// One rank may be a call ahead, with a larger segment.
TEST(MachineNode, GrowsUnderRanksThatStillUseIt) {
  const auto node = one_node();
  std::size_t bytes = 100;
  for (int call = 0; call < 6; ++call, bytes *= 50) {
    std::byte* memory = node->segment(bytes);
    const std::int64_t before = node->begin_call(2);
    if (node->place() == 0) memory[bytes - 1] = std::byte{42};
    node->raise(before + 1);
    node->await(node->rank(0), before + 1);
    EXPECT_EQ(memory[bytes - 1], std::byte{42});
    node->raise(before + 2);
    if (bytes > 1'000'000) break;
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/// All count at once, in every call from 0 on; who finds the count of another also finds what that one wrote before.
TEST(MachineNode, WordIsChangedByOneRankAfterTheOther) {
  const auto node = one_node();
  const int ranks = node->size();
  constexpr int rounds = 50;
  auto* counted = reinterpret_cast<int*>(node->segment(64));
  if (node->place() == 0) *counted = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int call = 1; call <= 20; ++call) {
    for (int mine = 0; mine < rounds; ++mine) {
      int before = 0;
      for (int seen = 0; (seen = node->compare_exchange(call, before, -1)) != before;)
        before = std::max(seen, 0);
      *counted = *counted + 1;
      node->compare_exchange(call, -1, before + 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_EQ(node->compare_exchange(call, 0, 0), rounds * ranks);
    EXPECT_EQ(*counted, call * rounds * ranks);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/// Each rank writes to a page of its copy, which begins and ends within pages of the segment.
TEST(MachineNode, PrivatePagesHoldWhatTheSegmentDoesAndWhatTheirRankWrites) {
  const auto node = one_node();
  constexpr std::size_t bytes = 3 * 4096, from = 100;
  std::byte* memory = node->segment(bytes);
  if (node->place() == 0) std::fill_n(memory, bytes, std::byte{42});
  MPI_Barrier(MPI_COMM_WORLD);
  std::byte* copy = node->map_private(memory + from, bytes - 2 * from);
  const auto own = static_cast<std::byte>(node->place());
  copy[4096] = own;
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(copy[0], std::byte{42});
  EXPECT_EQ(copy[4096], own);
  EXPECT_EQ(copy[4097], std::byte{42});
  EXPECT_EQ(memory[from + 4096], std::byte{42});
  node->unmap_private(copy, bytes - 2 * from);
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(MachineNode, RefusesASegmentBeyondTheMemory) {
  const auto node = one_node(100'000);
  EXPECT_NE(node->segment(50'000), nullptr);
  EXPECT_THAT([&] { node->segment(1 << 20); },
              ThrowsMessage<Error>(HasSubstr("a node's segment of 1048576 bytes is more than the")));
}

/// Its file is open and has no name: what nobody can find, nobody needs to remove.
TEST(MachineNode, HasNoNameInAnyFolder) {
  const auto node = one_node();
  node->segment(1000);
  int nameless = 0;
  for (const auto& open : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target = std::filesystem::read_symlink(open.path(), gone).string();
    if (target.starts_with("/memfd:collsim")) ++nameless;
  }
  EXPECT_EQ(nameless, 1);
}

}  // namespace
}  // namespace collsim
