#include "backends/fast/engine/flags.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

using ::testing::HasSubstr;

void raise(std::int64_t steps) {
  running.engine->raise(steps);
}
void await(int rank, std::int64_t steps) {
  running.engine->await(rank, steps);
}

const Machine node_of_four{.processes = 4, .ppn = 4};

/// A node whose ranks see a flag after 2 s and keep others from its line for 0.5 s.
Machine slow_node() {
  Machine machine = node_of_four;
  machine.settings.flag_latency = 2;
  machine.settings.flag_transfer = 0.5;
  return machine;
}

TEST(Flag, IsSeenWhenItIsRaised) {
  const auto late = [] {
    spend(3);
    raise(1);
  };
  EXPECT_EQ(run(node_of_four, {late, [] { await(0, 1); }}), (Times{3, 3}));
}

TEST(Flag, ThatWasRaisedBeforeHoldsNobodyUp) {
  const auto later = [] {
    spend(5);
    await(0, 1);
  };
  EXPECT_EQ(run(node_of_four, {[] { raise(1); }, later}), (Times{0, 5}));
}

/// Rank 0 runs ahead of the others: what counts is when it had done so many steps, not how many it has done.
TEST(Flag, TellsWhenItHadDoneSoManySteps) {
  const auto steps = [] {
    for (int step = 1; step <= 3; ++step) {
      spend(1);
      raise(step);
    }
  };
  EXPECT_EQ(run(node_of_four, {steps, [] { await(0, 2); }, [] { await(0, 3); }}), (Times{3, 2, 3}));
}

/// Rank 0 moves 12 bytes at 4 bytes per second, alone, while rank 1 waits from `begin` on; then both do, at 2.
Times work_before_flag(double begin) {
  Machine machine = node_of_four;
  machine.memories = {4};
  const auto work = [] { running.engine->work(0, 12, 100); };
  const auto first = [&] {
    work();
    raise(1);
    work();
  };
  const auto second = [&] {
    spend(begin);
    await(0, 1);
    work();
  };
  return run(machine, {first, second});
}

TEST(Flag, WhoeverWaitsForOneLeavesTheMemoryAlone) {
  EXPECT_EQ(work_before_flag(0), (Times{3 + 6, 3 + 6}));
  EXPECT_EQ(work_before_flag(2), (Times{3 + 6, 3 + 6}));
  // Rank 0 has 8 bytes left when rank 1 begins, and rank 1 then 4, which it moves alone.
  EXPECT_EQ(work_before_flag(4), (Times{8, 9}));
}

/// Rank 1 waits from the start; ranks 0 and 2 have half of the memory each, although both wait for one another at last.
TEST(Flag, WhoeverWaitsForNoneStillShares) {
  Machine machine = node_of_four;
  machine.memories = {4};
  const auto work = [] { running.engine->work(0, 12, 100); };
  const auto one_of = [&](int other) {
    return [=] {
      work();
      raise(1);
      await(other, 1);
      work();
    };
  };
  EXPECT_EQ(run(machine, {one_of(2), [] { await(0, 1); }, one_of(0)}), (Times{12, 6, 12}));
}

TEST(Flag, MayJumpOverSteps) {
  const auto late = [] {
    spend(1);
    raise(4);
  };
  EXPECT_EQ(run(node_of_four, {late, [] { await(0, 2); }}), (Times{1, 1}));
}

TEST(Flag, NoStepsAreDoneFromTheStart) {
  EXPECT_EQ(run(slow_node(), {[] {}, [] { await(0, 0); }}), (Times{0, 0}));
}

/// The line goes to rank 2, which comes at 0.1 s, then to rank 1 at 0.6 s, which came at 0.2 s, then to rank 3 at 9 s.
TEST(Flag, ServesOneAfterTheOther) {
  const auto at = [](double time) {
    return [time] {
      spend(time);
      await(0, 1);
    };
  };
  EXPECT_EQ(run(slow_node(), {[] { raise(1); }, at(0.2), at(0.1), at(9)}),
            (Times{0, 0.1 + 0.5 + 2, 2.1, 11}));
}

TEST(Flag, ServesRanksThatComeTogetherInTheirOrder) {
  const auto waits = [] { await(0, 1); };
  const auto late = [] {
    spend(1);
    raise(1);
  };
  EXPECT_EQ(run(slow_node(), {late, waits, waits, waits}), (Times{1, 3, 3.5, 4}));
}

TEST(Flag, ThatNobodyRaisesIsADeadlock) {
  EXPECT_THAT(failure(node_of_four,
                      [](int rank) {
                        if (rank == 1) await(0, 1);
                      }),
              HasSubstr("deadlock: rank 1 in a wait for a flag of its node"));
}

/// What the word of the first node said when the rank, after so many seconds, puts its own number there if it finds 0.
std::function<void()> puts(double after, int number, int& found, std::int64_t call = 1) {
  return [after, number, &found, call] {
    spend(after);
    found = running.engine->compare_exchange(0, call, 0, number);
  };
}

/// Rank 1 comes first although rank 0 runs first.
TEST(Word, IsChangedInTheOrderOfArrival) {
  std::array<int, 4> found{};
  const Times ends =
      run(slow_node(), {puts(3, 5, found[0]), puts(1, 6, found[1]), puts(3.1, 7, found[2]), [] {}});
  EXPECT_EQ(found, (std::array{6, 0, 6, 0}));
  EXPECT_EQ(ends, (Times{5, 3, 3.5 + 2, 0}));
}

TEST(Word, IsChangedByTheLowerRankWhereTwoComeTogether) {
  std::array<int, 4> found{};
  run(slow_node(), {puts(1, 5, found[0]), puts(1, 6, found[1]), [] {}, [] {}});
  EXPECT_EQ(found, (std::array{0, 5, 0, 0}));
}

TEST(Word, SaysZeroAtTheBeginOfEachCall) {
  std::array<int, 4> found{};
  run(slow_node(), {puts(1, 5, found[0], 1), puts(2, 6, found[1], 2), puts(3, 7, found[2], 2), [] {}});
  EXPECT_EQ(found, (std::array{0, 0, 6, 0}));
}

}  // namespace
}  // namespace collsim::fast::testing
