#include <gtest/gtest.h>
#include <sched.h>

#include <array>
#include <cstddef>
#include <functional>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "nodes/node_flags.hpp"
#include "nodes/testing/segment.hpp"

namespace collsim {
namespace {

using testing::Segment;

constexpr int ranks = 4;

/// A rank of a node whose ranks are threads, so that the thread sanitizer knows what each of them has seen of the others.
class Rank {
 public:
  Rank(const NodeFlags& flags, int place) : flags_(flags), place_(place), random_(place + 1U) {}

  int place() const { return place_; }
  void raise(std::int64_t steps) const { flags_.raise(place_, steps); }
  void await(int place, std::int64_t steps) const {
    flags_.await(place, steps, [] { sched_yield(); });
  }
  int compare_exchange(std::int64_t call, int expected, int desired) const {
    return flags_.compare_exchange(call, expected, desired);
  }
  /// Most come at once.
  void come_late() {
    for (int late = std::uniform_int_distribution(-8, 8)(random_); late > 0; --late) sched_yield();
  }

 private:
  NodeFlags flags_;
  int place_;
  std::minstd_rand random_;
};

void on_all_ranks(const std::function<void(Rank&)>& work) {
  const Segment memory(NodeFlags::bytes(ranks));
  std::vector<std::jthread> threads;
  for (int place = 0; place < ranks; ++place)
    threads.emplace_back([&work, &memory, place] {
      Rank rank(NodeFlags(memory.bytes(), ranks, testing::patience), place);
      work(rank);
    });
}

/// As the ranks of a hierarchical call: each brings its own, all meet, one has the sum, all take it, and nobody brings
/// anything again before all have left.
TEST(ThreadsOnANode, SeeWhatWasWrittenBeforeAFlagWasRaised) {
  constexpr int calls = 300, steps = 3;
  const Segment shared(ranks * sizeof(int));
  const std::span<int> segment = shared.numbers();
  int sum = 0;
  std::array<int, ranks> wrong{};
  on_all_ranks([&](Rank& rank) {
    const auto own = static_cast<std::size_t>(rank.place());
    const auto meet = [&](std::int64_t step) {
      for (int distance = 1; distance < ranks; ++distance)
        rank.await((rank.place() + distance) % ranks, step);
    };
    for (int call = 0; call < calls; ++call) {
      rank.come_late();
      meet(call * steps);
      segment[own] = call + rank.place();
      rank.raise(call * steps + 1);
      if (rank.place() == call % ranks) {
        meet(call * steps + 1);
        sum = 0;
        for (const int value : segment) sum += value;
      }
      rank.raise(call * steps + 2);
      rank.await(call % ranks, call * steps + 2);
      wrong[own] += sum != ranks * call + ranks * (ranks - 1) / 2;
      rank.raise(call * steps + 3);
    }
  });
  EXPECT_EQ(wrong, (std::array<int, ranks>{}));
}

/// As in a reduce in rank order: the word counts who has come, and the last adds up what all have brought.
TEST(ThreadsOnANode, LearnFromTheWordWhoIsLast) {
  constexpr int calls = 300;
  const Segment shared(ranks * sizeof(int));
  const std::span<int> segment = shared.numbers();
  std::array<int, ranks> last{}, wrong{};
  on_all_ranks([&](Rank& rank) {
    const auto own = static_cast<std::size_t>(rank.place());
    for (int call = 1; call <= calls; ++call) {
      rank.come_late();
      for (int other = 0; other < ranks; ++other) rank.await(other, call - 1);
      segment[own] = call + rank.place();
      int come = 0;
      for (int seen = 0; (seen = rank.compare_exchange(call, come, come + 1)) != come;) come = seen;
      if (come + 1 == ranks) {
        ++last[own];
        int sum = 0;
        for (const int value : segment) sum += value;
        wrong[own] += sum != ranks * call + ranks * (ranks - 1) / 2;
      }
      rank.raise(call);
    }
  });
  int calls_with_a_last = 0;
  for (const int times : last) calls_with_a_last += times;
  EXPECT_EQ(calls_with_a_last, calls);
  EXPECT_EQ(wrong, (std::array<int, ranks>{}));
}

}  // namespace
}  // namespace collsim
