#include "backends/fast/schedules/recorder.hpp"

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
  recorder.take_tape(tape);
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
  recorder.take_tape(tape);
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

/// Works of random sizes after calls, each of which takes its last digit's number of seconds, one by one: the tape says what was
/// spent, and what is expected is not charged again.
TEST(Recorder, ChargesWhatIsNew) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 500; ++trial) {
    Recorder recorder;
    int charged = 0;
    std::vector<double> spent;
    const auto work = [&](int bytes) {
      for (int i = 0; i < bytes % 10; ++i) spent.push_back(bytes + i);
      if (recorder.repeats_work(Recorder::Work::copy, bytes, 0)) return;
      recorder.charged_work(Recorder::Work::copy, bytes, 0, [&] {
        ++charged;
        for (int i = 0; i < bytes % 10; ++i) recorder.spend(bytes + i);
      });
    };
    const int round = 1 + trial % 3, rounds = 20, others = static_cast<int>(random() % 4);
    for (int i = 0; i < rounds * round + others; ++i) {
      if (!recorder.repeats_call(1, i % round, 2, 8, 0)) recorder.charged_call(1, i % round, 2, 8, 0, [] {});
      work(10 * (i % round) + trial % 5);
      if (trial % 2 != 0) work(static_cast<int>(random() % 2));
    }
    Schedule::Tape tape;
    recorder.take_tape(tape);
    std::vector<double> written;
    for (const auto& [first, length, repeat] : tape.loops)
      for (std::size_t i = 0; i < repeat * length; ++i)
        for (const double seconds : tape.steps[first + i % length].amounts.spent)
          if (seconds != 0) written.push_back(seconds);
    EXPECT_EQ(written, spent);
    if (trial % 2 == 0) {
      EXPECT_LE(charged, 3 * round + others);
    }
  }
}

/// Ranks of a ring, and pairs that differ in a bit.
TEST(ScheduleOfManyRanks, IsThatOfOneWhereTheyDoTheSame) {
  for (const bool ring : {true, false}) {
    Schedule schedule(4, 1);
    for (int rank = 0; rank < 4; ++rank) {
      Recorder recorder;
      recorder.call({.to = ring ? (rank + 1) % 4 : rank ^ 1, .from = ring ? (rank + 3) % 4 : rank ^ 1}, 8, 8);
      std::vector<Schedule::Tape> tapes(1);
      recorder.take_tape(tapes[0]);
      schedule.set(rank, tapes, {0});
    }
    EXPECT_TRUE(schedule.is_symmetric());
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

/// Whether what ranks with these calls do, the first rank's peers given, is the same at the same time.
bool symmetric(int processes, const std::vector<Schedule::Move>& calls, bool flipped) {
  Schedule schedule(processes, 1);
  for (int rank = 0; rank < processes; ++rank) {
    Recorder recorder;
    for (Schedule::Move move : calls) {
      for (std::int32_t* peer : {&move.to, &move.from})
        if (*peer >= 0) *peer = flipped ? *peer ^ rank : (*peer + rank) % processes;
      recorder.call(move, 8, 8);
    }
    std::vector<Schedule::Tape> tapes(1);
    recorder.take_tape(tapes[0]);
    schedule.set(rank, tapes, {0});
  }
  return schedule.is_symmetric();
}

TEST(ScheduleOfManyRanks, IsSymmetricWhereAllMeetInTheSameStep) {
  EXPECT_TRUE(symmetric(5, {{.to = 2, .from = 3}, {.to = 1, .from = 4}}, false));
  EXPECT_TRUE(symmetric(8, {{.to = 1, .from = 1}, {.to = 4, .from = 4}}, true));
  // What is sent in the first step is received in the second.
  EXPECT_FALSE(symmetric(5, {{.to = 2, .from = 4}, {.to = 1, .from = 3}}, false));
  EXPECT_FALSE(symmetric(5, {{.to = 1}, {.from = 4}}, false));
  EXPECT_FALSE(symmetric(5, {{.to = 1, .from = 4, .out_tag = 1}}, false));
  EXPECT_FALSE(symmetric(5, {{.kind = Schedule::Kind::raise}}, false));
  // Six ranks in pairs: no flip takes the first four to all six.
  EXPECT_FALSE(symmetric(6, {{.to = 1, .from = 1}}, true));
}

}  // namespace
}  // namespace collsim::fast
