// How runs fail: what is said, and that nothing else goes wrong meanwhile.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>

#include "backends/fast/testing/ranks.hpp"
#include "support/error.hpp"

namespace collsim::fast::testing {
namespace {

Machine of(int processes) {
  Machine machine;
  machine.processes = processes;
  return machine;
}

TEST(Deadlock, NamesWhoWaitsForWhom) {
  EXPECT_EQ(failure(of(3),
                    [](int rank) {
                      if (rank == 0) recv(1, 1);
                      if (rank == 1) send(1, 2);
                    }),
            "deadlock: rank 0 waits for a message from rank 1, rank 1 waits for a message to rank 2");
  EXPECT_EQ(failure(of(2),
                    [](int rank) {
                      int value = 0;
                      if (rank == 1) transport().receive_any(int_in(value), 0);
                    }),
            "deadlock: rank 1 waits for a message from anyone");
}

TEST(Deadlock, NamesAllThatARankWaitsFor) {
  const auto exchange = [](int rank) {
    if (rank == 0) testing::exchange(1, 1, 1, 2);
  };
  EXPECT_EQ(failure(of(3), exchange), "deadlock: rank 0 waits for a message from rank 2 and to rank 1");
}

TEST(Deadlock, NamesCallsOfAllRanks) {
  const auto body = [](int rank) {
    if (rank < 2)
      running.engine->meet(
          {}, [](auto) {}, "the collective network");
  };
  EXPECT_EQ(failure(of(3), body),
            "deadlock: rank 0 in the collective network, rank 1 in the collective network");
}

TEST(Deadlock, WhatARankWaitedInBeforeIsNotNamed) {
  Machine machine = of(1);
  machine.memories = {1};
  const auto body = [](int) {
    running.engine->work(0, 1, 1);
    recv(1, 0);
  };
  EXPECT_EQ(failure(machine, body), "deadlock: rank 0 waits for a message from rank 0");
}

TEST(Deadlock, OfManyNamesTheFirst) {
  const std::string said = failure(of(20), [](int rank) { recv(1, (rank + 1) % 20); });
  EXPECT_NE(said.find("rank 15 waits for a message from rank 16, and 4 more"), std::string::npos) << said;
}

TEST(Unmatched, AMessageThatNobodyReceives) {
  const auto body = [](int rank) {
    static const int value = 0;
    if (rank == 1) transport().post_send(int_out(value), 0);
  };
  EXPECT_EQ(failure(of(2), body), "rank 0 ended without the message from rank 1 that was sent to it");
  Machine detached = of(2);
  detached.protocol.detached = detached.protocol.eager = 100;
  EXPECT_EQ(failure(detached, body), "rank 0 ended without the message from rank 1 that was sent to it");
}

TEST(Unmatched, AReceiveThatGetsNoMessage) {
  static int value;
  const auto body = [&](int rank) {
    if (rank == 0) transport().post_receive(int_in(value), 1);
  };
  EXPECT_EQ(failure(of(2), body), "rank 0 ended without the message from rank 1 that it had asked for");
}

/// Notes that it is gone.
struct Guard {
  int& gone;
  ~Guard() { ++gone; }
};

TEST(Exception, OfOneRankEndsAll) {
  int begun = 0, gone = 0;
  bool went_on = false;
  const auto body = [&](int rank) {
    ++begun;
    const Guard guard{gone};
    if (rank == 2) {
      recv(1, 1);
      throw Error("enough");
    }
    if (rank == 1) send(1, 2);
    recv(1, 2);
    went_on = true;
  };
  EXPECT_EQ(failure(of(3), body), "enough");
  EXPECT_GE(begun, 2);
  EXPECT_EQ(gone, begun);
  EXPECT_FALSE(went_on);
  // The next run knows nothing of it.
  EXPECT_EQ(run(of(2), {[] { send(10, 1); }, [] { recv(10, 0); }}), Times({11, 11}));
}

/// Fills about as much stack, then does something.
__attribute__((noinline)) int deep(int kib, const std::function<void()>& then) {
  volatile char frame[1024];
  std::memset(const_cast<char*>(frame), 0xff, sizeof frame);
  if (kib > 0) return deep(kib - 1, then) + frame[kib % 1024];
  then();
  return frame[0];
}

constexpr int stack = static_cast<int>(Stacks::bytes >> 10U);

TEST(Stack, MostOfItMayBeUsed) {
  if (address_sanitizer) GTEST_SKIP() << "frames are larger than the test reckons";
  const auto body = [](int rank) { deep(stack * 3 / 4, [&] { rank == 0 ? send(1, 1) : recv(1, 0); }); };
  EXPECT_EQ(failure(of(2), body), "");
}

/// `rank` goes into its neighbour's stack between two messages; what the program says, and how it ends.
void overflow(int rank, bool blocks_there) {
  const std::string said = failure(of(4), [&](int own) {
    const auto pass = [&] { exchange(4, own ^ 1, 4, own ^ 1); };
    pass();
    if (own == rank)
      deep(
          stack * 3 / 2, blocks_there ? std::function<void()>(pass) : [] {});
    if (own != rank || !blocks_there) pass();
  });
  std::fprintf(stderr, "%s\n", said.c_str());
  std::_Exit(said.empty() ? 0 : 2);
}

TEST(Stack, HandlersOfSignalsAreAfterwardsWhatTheyWere) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGABRT}) {
    const auto own = [](int) {};
    const auto before = std::signal(signal, own);
    run(of(2), [](int) {});
    EXPECT_EQ(std::signal(signal, before), +own);
  }
}

TEST(StackDeathTest, OverflowIsReportedWithItsRank) {
  if (address_sanitizer) GTEST_SKIP() << "AddressSanitizer reports the overflow before the engine does";
  for (const int rank : {0, 1, 2, 3})
    for (const bool blocks_there : {false, true}) {
      SCOPED_TRACE(std::to_string(rank) + (blocks_there ? " blocks there" : " returns"));
      EXPECT_EXIT(
          overflow(rank, blocks_there), ::testing::ExitedWithCode(2),
          "rank " + std::to_string(rank) + " needs more than its stack of " + std::to_string(stack) + " KiB");
    }
}

}  // namespace
}  // namespace collsim::fast::testing
