// Waiting for several requests, asking for them in vain, starting them again.
#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

MPI_Request irecv(int& value, int from, int tag = 0) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(&value, 1, MPI_INT, from, tag, MPI_COMM_WORLD, &request);
  return request;
}

/// Ranks 1, 2, ... send at these times; 1 + 4 seconds later it is at rank 0, which does this.
Times from_others(const Times& sends, const std::function<void()>& body, std::int64_t detached = 0,
                  std::int64_t eager = 0) {
  Machine machine;
  machine.processes = static_cast<int>(sends.size()) + 1;
  machine.protocol.detached = detached;
  machine.protocol.eager = eager;
  return run(machine, [&](int rank) {
    if (rank == 0) return body();
    spend(sends[static_cast<std::size_t>(rank) - 1]);
    send_value(rank, 0);
  });
}

TEST(Wait, AllTakesTheLast) {
  from_others({7, 3}, [] {
    int values[2];
    MPI_Request requests[3] = {irecv(values[0], 1), MPI_REQUEST_NULL, irecv(values[1], 2)};
    MPI_Status statuses[3];
    EXPECT_EQ(MPI_Waitall(3, requests, statuses), MPI_SUCCESS);
    EXPECT_EQ(now(), 12);
    EXPECT_EQ(statuses[0].MPI_SOURCE, 1);
    EXPECT_EQ(statuses[1].MPI_SOURCE, MPI_ANY_SOURCE);
    EXPECT_EQ(statuses[2].MPI_SOURCE, 2);
    EXPECT_EQ(requests[2], MPI_REQUEST_NULL);
  });
}

TEST(Wait, AnyTakesTheFirst) {
  for (const std::int64_t detached : {0, 100})
    from_others(
        {7, 3, 4},
        [] {
          int values[3];
          MPI_Request requests[3] = {irecv(values[0], 1), irecv(values[1], 2), irecv(values[2], 3)};
          const double ends[] = {8, 9, 12};
          const int order[] = {1, 2, 0};
          for (int i = 0; i < 3; ++i) {
            int index = -1;
            MPI_Status status;
            MPI_Waitany(3, requests, &index, &status);
            EXPECT_EQ(index, order[i]);
            EXPECT_EQ(status.MPI_SOURCE, index + 1);
            EXPECT_EQ(now(), ends[i]);
          }
          int index = 0;
          MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
          EXPECT_EQ(index, MPI_UNDEFINED);
        },
        detached);
}

TEST(Wait, SomeTakesAllThatAreDone) {
  from_others({7, 3, 3}, [] {
    int values[3];
    MPI_Request requests[3] = {irecv(values[0], 1), irecv(values[1], 2), irecv(values[2], 3)};
    int done = 0, indices[3];
    MPI_Status statuses[3];
    MPI_Waitsome(3, requests, &done, indices, statuses);
    EXPECT_EQ(now(), 8);
    ASSERT_EQ(done, 2);
    EXPECT_EQ(indices[0], 1);
    EXPECT_EQ(indices[1], 2);
    EXPECT_EQ(statuses[1].MPI_SOURCE, 3);
    spend(100);
    MPI_Waitsome(3, requests, &done, indices, statuses);
    ASSERT_EQ(done, 1);
    EXPECT_EQ(indices[0], 0);
    EXPECT_EQ(now(), 108);
    MPI_Waitsome(3, requests, &done, indices, statuses);
    EXPECT_EQ(done, MPI_UNDEFINED);
  });
}

TEST(Test, IsTrueFromTheEndOn) {
  from_others({7}, [] {
    int value = 0, flag = -1;
    MPI_Request request = irecv(value, 1);
    spend(11.5);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    EXPECT_EQ(flag, 0);
    spend(0.5);
    MPI_Status status;
    MPI_Test(&request, &flag, &status);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(status.MPI_SOURCE, 1);
    EXPECT_EQ(now(), 12);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    EXPECT_EQ(flag, 1);
  });
}

TEST(Test, IsTrueAtOnceForAMessageThatIsThere) {
  // Also for a rank that has asked for anyone, whose receives take their turn among what comes to it.
  for (const bool wild : {false, true})
    from_others(
        {0, 1},
        [=] {
          int values[2], flag = 0;
          spend(50);
          if (wild) MPI_Recv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          if (!wild) recv_value(1);
          spend(50);
          MPI_Request request = irecv(values[1], 2);
          MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
          EXPECT_EQ(flag, 1) << wild;
          if (!flag) MPI_Wait(&request, MPI_STATUS_IGNORE);
        },
        0, 100);
}

TEST(Poll, OfOneRequestEndsWhenItDoes) {
  for (const std::int64_t detached : {0, 100})
    from_others(
        {7},
        [] {
          int value = 0, flag = 0, asked = 0;
          MPI_Request request = irecv(value, 1);
          for (; !flag; ++asked) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
          EXPECT_EQ(now(), 12);
          EXPECT_EQ(value, 1);
          EXPECT_LT(asked, 10);
        },
        detached);
}

TEST(Poll, OfAllEndsWithTheLast) {
  from_others({7, 3}, [] {
    int values[2], flag = 0;
    MPI_Request requests[2] = {irecv(values[0], 1), irecv(values[1], 2)};
    while (!flag) MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    EXPECT_EQ(now(), 12);
  });
}

TEST(Poll, OfAnySeesEachAtItsEnd) {
  from_others({7, 3, 3}, [] {
    int values[3];
    MPI_Request requests[3] = {irecv(values[0], 1), irecv(values[1], 2), irecv(values[2], 3)};
    const double ends[] = {8, 8, 12};
    const int order[] = {1, 2, 0};
    for (int i = 0; i < 3; ++i) {
      int index = -1, flag = 0;
      while (!flag) MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE);
      EXPECT_EQ(index, order[i]);
      EXPECT_EQ(now(), ends[i]);
    }
  });
}

TEST(Poll, InTurnsSeesEachRequestAtItsEnd) {
  for (const std::int64_t detached : {0, 100})
    from_others(
        {7, 3},
        [] {
          int values[2];
          MPI_Request requests[2] = {irecv(values[0], 1), irecv(values[1], 2)};
          double ends[2] = {-1, -1};
          for (int turn = 0; ends[0] < 0 || ends[1] < 0; turn = 1 - turn) {
            int flag = 0;
            MPI_Test(&requests[turn], &flag, MPI_STATUS_IGNORE);
            if (flag && ends[turn] < 0) ends[turn] = now();
          }
          EXPECT_EQ(ends[0], 12);
          EXPECT_EQ(ends[1], 8);
        },
        detached);
}

TEST(Poll, OneInVainDoesNotHoldUpAnother) {
  // Rank 1 answers what rank 0 sends when it has seen the first message; nothing else changes meanwhile.
  Machine machine;
  const auto ends = run(machine, {[] {
                                    int answer = 0, flag = 0, first = 0;
                                    MPI_Request requests[2] = {irecv(answer, 1, 1), irecv(first, 1, 0)};
                                    spend(20);
                                    MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
                                    EXPECT_EQ(flag, 0);
                                    MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
                                    EXPECT_EQ(flag, 1);
                                    EXPECT_EQ(now(), 20);
                                    send_value(1, 1);
                                    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
                                  },
                                  [] {
                                    send_value(1, 0, 0);
                                    recv_value(0);
                                    send_value(2, 0, 1);
                                  }});
  EXPECT_EQ(ends, Times({30, 30}));
}

TEST(Poll, TwoInVainDoNotHoldUpTheirRank) {
  // Nothing comes before rank 0 has sent.
  Machine machine;
  machine.processes = 3;
  const auto ends = run(machine, [](int rank) {
    if (rank > 0) return recv_value(0), send_value(rank, 0);
    int values[2];
    MPI_Request requests[2] = {irecv(values[0], 1), irecv(values[1], 2)};
    for (MPI_Request& request : requests) {
      int flag = -1;
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      EXPECT_EQ(flag, 0);
    }
    EXPECT_EQ(now(), 0);
    for (const int other : {1, 2}) send_value(0, other);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  });
  EXPECT_EQ(ends, Times({15, 10, 15}));
}

TEST(Poll, EndsKnownBeforeTheFirstAreNotForgotten) {
  // Both messages are under way, and their ends known, before rank 1 asks for the first time.
  Machine machine;
  const auto ends = run(machine, {[] {
                                    int value = 1;
                                    MPI_Request requests[2];
                                    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
                                    MPI_Isend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
                                    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
                                  },
                                  [] {
                                    int values[2], flag = 0;
                                    MPI_Request soon = irecv(values[0], 0, 0);
                                    spend(2);
                                    MPI_Request late = irecv(values[1], 0, 1);
                                    MPI_Test(&soon, &flag, MPI_STATUS_IGNORE);
                                    EXPECT_EQ(flag, 0);
                                    spend(4);
                                    MPI_Test(&soon, &flag, MPI_STATUS_IGNORE);
                                    EXPECT_EQ(flag, 1);
                                    flag = 0;
                                    while (!flag) MPI_Test(&late, &flag, MPI_STATUS_IGNORE);
                                  }});
  EXPECT_EQ(ends, Times({7, 7}));
}

TEST(Poll, IprobeSeesAMessageWhenItIsSent) {
  from_others({7}, [] {
    int flag = 0;
    MPI_Status status;
    while (!flag) MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    EXPECT_EQ(now(), 7);
    EXPECT_EQ(status.MPI_SOURCE, 1);
    EXPECT_EQ(recv_value(1), 1);
    EXPECT_EQ(now(), 12);
  });
}

TEST(Poll, IprobeSeesWhatIsSentAtThatMoment) {
  for (const int looker : {0, 1})
    run(Machine{}, [&](int rank) {
      spend(5);
      if (rank != looker) return send_value(1, looker);
      int flag = 0;
      MPI_Iprobe(1 - looker, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      EXPECT_EQ(flag, 1);
      recv_value(1 - looker);
    });
}

TEST(Poll, OfMessagesAndRequestsInTurns) {
  // The receive from rank 1 ends at 12, rank 2 sends at 9.
  from_others({7, 9}, [] {
    int value = 0, done = 0, there = 0;
    MPI_Request request = irecv(value, 1);
    double seen = -1, ended = -1;
    while (seen < 0 || ended < 0) {
      MPI_Iprobe(2, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      if (there && seen < 0) seen = now();
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (done && ended < 0) ended = now();
    }
    EXPECT_EQ(seen, 9);
    EXPECT_EQ(ended, 12);
    recv_value(2);
  });
}

/// Rank 0 sends 1, 2, 3 by one persistent request, rank 1 receives them by another, each after `pause`.
Times persistent(const Protocol& protocol, double pause) {
  Machine machine;
  machine.protocol = protocol;
  return run(machine, [&](int rank) {
    int value = 0;
    MPI_Request request;
    if (rank == 0)
      MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
      MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);  // not started: at once
    for (int i = 1; i <= 3; ++i) {
      if (rank == 0)
        value = i;
      else
        spend(pause);
      EXPECT_EQ(MPI_Start(&request), MPI_SUCCESS);
      EXPECT_EQ(MPI_Start(&request), MPI_ERR_REQUEST);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      EXPECT_EQ(value, i);
    }
    EXPECT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
  });
}

TEST(Persistent, MessagesFollowOneAnother) {
  EXPECT_EQ(persistent({.envelope = 0}, 0), Times({15, 15}));
  EXPECT_EQ(persistent({.envelope = 0}, 2), Times({21, 21}));
  // All set out at 0 and are there at 5; the receiver asks at 2, 5 + 2 and 7 + 2.
  EXPECT_EQ(persistent({.envelope = 0, .eager = 8, .detached = 8}, 2), Times({0, 9}));
  // Each sets out when it is asked for, at 2, 9 and 16.
  EXPECT_EQ(persistent({.envelope = 0, .detached = 8}, 2), Times({0, 21}));
  EXPECT_EQ(persistent({.envelope = 0, .eager = 8}, 100), Times({15, 300}));
}

TEST(RequestFree, TheMessageArrivesAllTheSame) {
  for (const std::int64_t threshold : {0, 100}) {
    Machine machine;
    machine.protocol.eager = machine.protocol.detached = threshold;
    run(machine, {[] {
                    static int value;
                    value = 3;
                    MPI_Request request;
                    MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                    MPI_Request_free(&request);
                    EXPECT_EQ(request, MPI_REQUEST_NULL);
                  },
                  [] {
                    spend(20);
                    EXPECT_EQ(recv_value(0), 3);
                  }});
  }
}

TEST(RequestFree, OfAReceive) {
  static int value;
  value = 0;
  run(Machine{}, {[] {
                    MPI_Request request = irecv(value, 1);
                    MPI_Request_free(&request);
                    recv_value(1, 1);
                  },
                  [] { send_value(5, 0, 0), send_value(6, 0, 1); }});
  EXPECT_EQ(value, 5);
}

}  // namespace
}  // namespace collsim::fast::testing
