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
                      if (rank == 1) recv(1, MPI_ANY_SOURCE);
                    }),
            "deadlock: rank 1 waits for a message from anyone");
}

TEST(Deadlock, NamesAllThatARankWaitsFor) {
  const auto exchange = [](int rank) {
    int out = 0, in = 0;
    if (rank > 0) return;
    MPI_Sendrecv(&out, 1, MPI_INT, 1, 0, &in, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  };
  EXPECT_EQ(failure(of(3), exchange), "deadlock: rank 0 waits for a message from rank 2 and to rank 1");
}

TEST(Deadlock, NamesRanksOfTheWorldAlsoInACommunicator) {
  struct Freed {  // also where its rank is unwound
    MPI_Comm comm = MPI_COMM_NULL;
    ~Freed() { MPI_Comm_free(&comm); }
  };
  const auto body = [](int rank) {
    Freed reversed;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed.comm);
    if (rank == 0) recv(1, 0, 0, reversed.comm);  // that is rank 2
    if (rank == 1) send(1, 2, 0, reversed.comm);  // that is rank 0
  };
  EXPECT_EQ(failure(of(3), body),
            "deadlock: rank 0 waits for a message from rank 2, rank 1 waits for a message to rank 0");
}

TEST(Deadlock, NamesCallsOfAllRanksAndPolls) {
  const auto body = [](int rank) {
    MPI_Comm copy;
    if (rank == 0) MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    for (int flag = 0; rank == 1 && !flag;) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  };
  EXPECT_EQ(failure(of(3), body), "deadlock: rank 0 in MPI_Comm_split, rank 1 in a poll");
}

TEST(Deadlock, WhatARankWaitedInBeforeIsNotNamed) {
  Machine machine = of(1);
  machine.memories = {1};
  const auto body = [](int) {
    Engine::current().work(0, 1, 1);
    for (int flag = 0; !flag;) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  };
  EXPECT_EQ(failure(machine, body), "deadlock: rank 0 in a poll");
}

TEST(Deadlock, OfManyNamesTheFirst) {
  const std::string said = failure(of(20), [](int rank) { recv(1, (rank + 1) % 20); });
  EXPECT_NE(said.find("rank 15 waits for a message from rank 16, and 4 more"), std::string::npos) << said;
}

TEST(Unmatched, AMessageThatNobodyReceives) {
  const auto body = [](int rank) {
    MPI_Request request;
    if (rank == 1) MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  };
  EXPECT_EQ(failure(of(2), body), "rank 0 ended without the message from rank 1 that was sent to it");
  Machine detached = of(2);
  detached.protocol.detached = detached.protocol.eager = 100;
  EXPECT_EQ(failure(detached, body), "rank 0 ended without the message from rank 1 that was sent to it");
}

TEST(Unmatched, AReceiveThatGetsNoMessage) {
  for (const int from : {1, static_cast<int>(MPI_ANY_SOURCE)}) {
    static int value;
    const auto body = [&](int rank) {
      MPI_Request request;
      if (rank == 0) MPI_Irecv(&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &request);
    };
    const std::string peer = from == 1 ? "rank 1" : "anyone";
    EXPECT_EQ(failure(of(2), body),
              fmt::format("rank 0 ended without the message from {} that it had asked for", peer));
  }
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
  const auto body = [](int rank) { deep(stack * 3 / 4, [&] { rank == 0 ? send(1, 1) : void(recv(1, 0)); }); };
  EXPECT_EQ(failure(of(2), body), "");
}

/// `rank` goes into its neighbour's stack between two messages; what the program says, and how it ends.
void overflow(int rank, bool blocks_there) {
  const std::string said = failure(of(4), [&](int own) {
    int others = 0;
    const auto pass = [&] {
      MPI_Sendrecv(&own, 1, MPI_INT, own ^ 1, 0, &others, 1, MPI_INT, own ^ 1, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    };
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
