// Which receive gets which message. Ranks run one after the other, rank 0 first: what is known first is not
// what was sent first.
#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

Machine detaching(int processes, std::int64_t detached = 0) {
  Machine machine;
  machine.processes = processes;
  machine.protocol.detached = detached;
  return machine;
}

/// From anyone, what it sends and who it is.
std::pair<int, int> recv_any(int tag = 0) {
  int value = -1;
  const int source = transport().receive_any(int_in(value), tag).source;
  return {value, source};
}

TEST(Order, MessagesOfAPairDoNotOvertake) {
  for (const std::int64_t detached : {0, 100})
    run(detaching(2, detached), [](int rank) {
      for (int i = 0; i < 4 && rank == 0; ++i) send_value(i, 1);
      for (int i = 0; i < 4 && rank == 1; ++i) EXPECT_EQ(recv_value(0), i);
    });
}

TEST(Order, ReceivesArePostedInOrder) {
  run(detaching(2), [](int rank) {
    int values[3] = {10 - 10 * rank, 11 - 11 * rank, 12 - 12 * rank};
    std::vector<Posted> posted;
    for (int& value : values)
      posted.push_back(rank == 0 ? transport().post_send(int_out(value), 1)
                                 : transport().post_receive(int_in(value), 0));
    wait(posted);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(values[i], 10 + i);
  });
}

TEST(Order, TagsTellMessagesApart) {
  for (const int first : {0, 1})  // whoever runs first
    run(detaching(2, 100), [&](int rank) {
      if (rank == first) {
        for (const int tag : {5, 6, 5, 7}) send_value(tag * 10, 1 - first, tag);
      } else {
        for (const int tag : {7, 5, 6, 5}) EXPECT_EQ(recv_any(tag), std::pair(tag * 10, first));
      }
    });
}

TEST(AnySource, TakesTheEarliestInSimulatedTime) {
  // Rank 0 runs first but sends at 9, rank 1 at 5, rank 2 at 7; rank 3 asks at `asks`.
  for (const double asks : {0., 6., 20.})
    for (const std::int64_t detached : {0, 100})
      run(detaching(4, detached), [&](int rank) {
        const double sends[] = {9, 5, 7};
        if (rank < 3) {
          spend(sends[rank]);
          send_value(rank, 3);
          return;
        }
        spend(asks);
        for (const int expected : {1, 2, 0}) {
          EXPECT_EQ(recv_any(), std::pair(expected, expected));
          if (asks == 0 && expected == 1) {
            EXPECT_EQ(now(), 5 + 1 + 4);
          }
        }
      });
}

TEST(AnySource, TakesTheLowestRankOfOneMoment) {
  // All at 5, known in the order 1, 2, 3; rank 0 asks.
  run(detaching(4, 100), [](int rank) {
    if (rank > 0) {
      spend(5);
      return send_value(rank, 0);
    }
    for (const int expected : {1, 2, 3}) EXPECT_EQ(recv_any().first, expected);
  });
}

TEST(AnySource, TheFirstWildcardFindsMessagesOfThePastAndOfTheFuture) {
  // Before it asks for anyone, rank 2 is an ordinary receiver: all messages wait for it, as they became
  // known.
  run(detaching(3, 100), [](int rank) {
    if (rank == 0) {
      spend(8), send_value(80, 2);
      spend(2), send_value(100, 2);
    } else if (rank == 1) {
      spend(3), send_value(30, 2);
      spend(6), send_value(90, 2);
    } else {
      spend(8.5);
      for (const int expected : {30, 80, 90, 100}) EXPECT_EQ(recv_any().first, expected);
    }
  });
}

TEST(AnySource, WhatIsKnownOfTheFutureWaits) {
  // Rank 1 knows of the message that rank 0 sends at 9 when it asks for anyone at 3, not yet of that at 5.
  run(detaching(3, 100), [](int rank) {
    if (rank == 0) return spend(9), send_value(0, 1);
    if (rank == 2) return spend(5), send_value(2, 1);
    spend(3);
    for (const int expected : {2, 0}) {
      EXPECT_EQ(recv_any().first, expected);
      EXPECT_EQ(now(), expected == 2 ? 5 + 5 : 10 + 5);
    }
  });
}

/// A receive from rank 1 that is posted first takes the first that rank 1 sends, at 4; one from anyone the rest, or what rank 2
/// sends at 2.
TEST(AnySource, BesideASpecificReceive) {
  for (const bool rank_2_sends : {false, true})
    run(detaching(3, 100), [=](int rank) {
      if (rank == 1) spend(4), send_value(10, 0), send_value(11, 0);
      if (rank == 2 && rank_2_sends) spend(2), send_value(20, 0);
      if (rank != 0) return;
      int specific = -1;
      Posted posted = transport().post_receive(int_in(specific), 1);
      const int wild = recv_any().first;
      transport().wait(posted);
      EXPECT_EQ(specific, 10);
      EXPECT_EQ(wild, rank_2_sends ? 20 : 11);
      if (rank_2_sends) {
        EXPECT_EQ(recv_value(1), 11);
      }
    });
}

TEST(AnySource, TellsHowMuchHasCome) {
  run(detaching(2), [](int rank) {
    if (rank == 0) return send(3, 1);
    char data[10];
    EXPECT_EQ(transport().receive_any(bytes_in(data, 10), 0).bytes, 3);
  });
}

/// What a call that fails says.
template <class Call>
std::string complaint(const Call& call) {
  try {
    call();
  } catch (const MpiError& error) {
    return error.what();
  }
  return {};
}

TEST(Truncation, IsAnErrorOfTheReceiverAndLeavesItsBuffer) {
  const std::string too_long = "a message failed: it is longer than the room for it";
  for (const std::int64_t detached : {0, 100})
    run(detaching(2, detached), [&](int rank) {
      if (rank == 0) return send(8, 1), send(12, 1), send(12, 1), send(4, 1);
      int value = 1;
      EXPECT_EQ(complaint([&] { transport().receive(int_in(value), 0); }), too_long);
      EXPECT_EQ(value, 1);
      Posted posted = transport().post_receive(int_in(value), 0);
      EXPECT_EQ(complaint([&] { transport().wait(posted); }), too_long);
      EXPECT_EQ(complaint([&] { transport().receive_any(int_in(value), 0); }), too_long);
      EXPECT_EQ(complaint([&] { recv(4, 0); }), "") << "the next call knows nothing of it";
    });
}

TEST(Truncation, AShorterMessageIsNone) {
  run(detaching(2), [](int rank) { rank == 0 ? send(3, 1) : recv(10, 0); });
}

TEST(BadArguments, AreErrorsOfTheCall) {
  run(detaching(2), [](int) {
    int value = 0;
    const auto says = [&](const auto& call) { return complaint([&] { call(transport()); }); };
    const std::string no_rank = "a message failed: there is no rank ",
                      count = "a message failed: a count is not negative",
                      tag = "a message failed: a tag is not negative";
    EXPECT_EQ(says([&](Transport& own) { own.send({&value, -1, mpi_int, -4}, 1, 0); }), count);
    EXPECT_EQ(says([&](Transport& own) { own.send(int_out(value), 2, 0); }), no_rank + "2");
    EXPECT_EQ(says([&](Transport& own) { own.send(int_out(value), -1, 0); }), no_rank + "-1");
    EXPECT_EQ(says([&](Transport& own) { own.send(int_out(value), 1, -1); }), tag);
    EXPECT_EQ(says([&](Transport& own) { own.receive(int_in(value), -5); }), no_rank + "-5");
    EXPECT_EQ(says([&](Transport& own) { own.receive_any(int_in(value), -7); }), tag);
    EXPECT_EQ(says([&](Transport& own) { own.post_send(int_out(value), 2); }), no_rank + "2");
    EXPECT_EQ(says([&](Transport& own) { own.post_receive(int_in(value), 2); }), no_rank + "2");
    int other = 0;
    EXPECT_EQ(says([&](Transport& own) { own.exchange(int_out(value), 1, int_in(other), 9); }),
              no_rank + "9");
    constexpr std::int64_t beyond = std::int64_t{1} << 31U;
    EXPECT_THROW(transport().send(bytes_out(&value, beyond), 1, 0), CountError);
  });
}

}  // namespace
}  // namespace collsim::fast::testing
