#include "backends/fast/engine/recorder.hpp"

#include <gmock/gmock.h>

#include <random>

namespace collsim::fast {
namespace {

using Step = Schedule::Step;

/// What a rank does that sends so many bytes in each call, and spends the last digit's seconds after each.
Schedule::Tape tape_of(const std::vector<int>& calls) {
  Recorder recorder;
  for (const int bytes : calls) {
    recorder.call({.to = 1}, bytes, 0);
    recorder.spend(bytes % 10);
  }
  Schedule::Tape tape;
  recorder.take(tape);
  return tape;
}

/// The bytes of all calls, and what follows from them.
std::vector<int> calls_in(const Schedule::Tape& tape) {
  std::vector<int> calls;
  for (const auto& [first, length, repeat] : tape.loops)
    for (std::size_t i = 0; i < repeat * length; ++i) {
      const Step& step = tape.steps[first + i % length];
      if (step.move.to < 0) continue;
      calls.push_back(static_cast<int>(step.amounts.out));
      EXPECT_EQ(step.amounts.spent[0], calls.back() % 10);
    }
  return calls;
}

TEST(Recorder, KeepsRoundsThatAreAlikeOnce) {
  std::vector<int> calls = {1};
  for (int round = 0; round < 1000; ++round) calls.insert(calls.end(), {20, 30, 31});
  calls.push_back(20);
  const auto tape = tape_of(calls);
  EXPECT_EQ(calls_in(tape), calls);
  EXPECT_LT(tape.steps.size(), 8U);
}

TEST(Recorder, WritesDownWhateverComes) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<int> calls;
    const int kinds = 1 + trial % 4;
    for (int i = trial % 30; i > 0; --i)
      calls.push_back(static_cast<int>(random() % static_cast<unsigned>(kinds)) * 5);
    EXPECT_EQ(calls_in(tape_of(calls)), calls);
  }
}

/// Rounds that differ in what is spent only, or in how often.
TEST(Recorder, TellsSecondsApart) {
  Recorder recorder;
  for (const int times : {1, 1, 2, 2, 1, 4, 4}) {
    recorder.call({.to = 1}, 8, 0);
    for (int i = 0; i < times; ++i) recorder.spend(0.5);
  }
  Schedule::Tape tape;
  recorder.take(tape);
  double spent = 0;
  std::size_t calls = 0;
  for (const auto& [first, length, repeat] : tape.loops)
    for (std::size_t i = 0; i < repeat * length; ++i) {
      for (const double seconds : tape.steps[first + i % length].amounts.spent) spent += seconds;
      calls += tape.steps[first + i % length].move.to == 1 ? 1U : 0U;
    }
  EXPECT_EQ(spent, 0.5 * 15);
  EXPECT_EQ(calls, 7U);
}

/// Ranks of a ring, and pairs that differ in a bit.
TEST(ScheduleOfManyRanks, IsThatOfOneWhereTheyDoTheSame) {
  for (const bool ring : {true, false}) {
    Schedule schedule(4, 1);
    for (int rank = 0; rank < 4; ++rank) {
      Recorder recorder;
      recorder.call({.to = ring ? (rank + 1) % 4 : rank ^ 1, .from = ring ? (rank + 3) % 4 : rank ^ 1}, 8, 8);
      std::vector<Schedule::Tape> tapes(1);
      recorder.take(tapes[0]);
      schedule.set(rank, tapes, {0});
    }
    for (int rank = 0; rank < 4; ++rank) {
      Schedule::Reader reader(schedule, rank), first(schedule, 0);
      reader.next();
      first.next();
      EXPECT_EQ(reader.address(), first.address());
      EXPECT_EQ(reader.move().to, ring ? (rank + 1) % 4 : rank ^ 1);
      EXPECT_EQ(reader.move().from, ring ? (rank + 3) % 4 : rank ^ 1);
    }
  }
}

}  // namespace
}  // namespace collsim::fast
