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

/// From anyone, with any tag unless one is named.
MPI_Status recv_any(int& value, int source = MPI_ANY_SOURCE, int tag = MPI_ANY_TAG) {
  MPI_Status status;
  MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
  return status;
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
    MPI_Request requests[3];
    for (int i = 0; i < 3; ++i)
      if (rank == 0)
        MPI_Isend(&values[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
      else
        MPI_Irecv(&values[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(values[i], 10 + i);
  });
}

TEST(Order, TagsTellMessagesApart) {
  for (const int first : {0, 1})  // whoever runs first
    run(detaching(2, 100), [&](int rank) {
      if (rank == first) {
        for (const int tag : {5, 6, 5, 7}) send_value(tag * 10, 1 - first, tag);
      } else {
        for (const int tag : {7, 5, 6, 5}) {
          EXPECT_EQ(recv_value(first, tag), tag * 10);
        }
      }
    });
}

TEST(Order, CommunicatorsTellMessagesApart) {
  run(detaching(2, 100), [](int rank) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 0) {
      send_value(1, 1, 0, MPI_COMM_WORLD);
      send_value(2, 1, 0, copy);
    } else {
      EXPECT_EQ(recv_value(0, 0, copy), 2);
      EXPECT_EQ(recv_value(0, 0, MPI_COMM_WORLD), 1);
    }
    MPI_Comm_free(&copy);
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
          send_value(rank, 3, rank);
          return;
        }
        spend(asks);
        for (const int expected : {1, 2, 0}) {
          int value = -1;
          const MPI_Status status = recv_any(value);
          EXPECT_EQ(value, expected);
          EXPECT_EQ(status.MPI_SOURCE, expected);
          EXPECT_EQ(status.MPI_TAG, expected);
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
    for (const int expected : {1, 2, 3}) {
      int value = -1;
      recv_any(value);
      EXPECT_EQ(value, expected);
    }
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
      for (const int expected : {30, 80, 90, 100}) {
        int value = -1;
        recv_any(value);
        EXPECT_EQ(value, expected);
      }
    }
  });
}

TEST(AnySource, WhatIsKnownOfTheFutureWaits) {
  // Rank 1 knows of the message that rank 0 sends at 9 when it asks for anyone at 3, not yet of that at 5.
  for (const bool probes : {false, true})
    run(detaching(3, 100), [&](int rank) {
      if (rank == 0) return spend(9), send_value(0, 1);
      if (rank == 2) return spend(5), send_value(2, 1);
      spend(3);
      for (const int expected : {2, 0}) {
        int value = -1;
        MPI_Status status = {MPI_ANY_SOURCE, 0, 0, 0};
        if (probes) MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        recv_any(value, status.MPI_SOURCE);
        EXPECT_EQ(value, expected);
        EXPECT_EQ(now(), expected == 2 ? 5 + 5 : 10 + 5);
      }
    });
}

TEST(AnyTag, TakesTheFirstOfItsSource) {
  run(detaching(3, 100), [](int rank) {
    if (rank == 0) return send_value(1, 2, 9), send_value(2, 2, 8);
    if (rank == 1) return send_value(3, 2, 9);
    for (const int expected : {1, 2}) {
      int value = -1;
      spend(5);
      EXPECT_EQ(recv_any(value, 0).MPI_TAG, 10 - expected);
      EXPECT_EQ(value, expected);
    }
    EXPECT_EQ(recv_value(1, 9), 3);
  });
}

/// Rank 0 posts a receive from rank 1 and one from anyone; rank 1 sends at 4, rank 2 at 2. What each receive
/// got.
std::pair<int, int> specific_and_wild(bool specific_first, int from_rank_1) {
  int specific = -1, wild = -1;
  run(detaching(3, 100), [&](int rank) {
    if (rank == 1) {
      spend(4);
      for (int i = 0; i < from_rank_1; ++i) send_value(10 + i, 0);
    }
    if (rank == 2 && from_rank_1 == 1) spend(2), send_value(20, 0);
    if (rank != 0) return;
    MPI_Request requests[2];
    for (const bool is_specific : {specific_first, !specific_first})
      MPI_Irecv(is_specific ? &specific : &wild, 1, MPI_INT, is_specific ? 1 : MPI_ANY_SOURCE, 0,
                MPI_COMM_WORLD, &requests[is_specific ? 0 : 1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  });
  return {specific, wild};
}

TEST(AnySource, BesideASpecificReceive) {
  EXPECT_EQ(specific_and_wild(true, 1), std::pair(10, 20));
  EXPECT_EQ(specific_and_wild(false, 1), std::pair(10, 20));
  // Both could take either: the first posted takes the first sent.
  EXPECT_EQ(specific_and_wild(true, 2), std::pair(10, 11));
  EXPECT_EQ(specific_and_wild(false, 2), std::pair(11, 10));
}

TEST(Probe, ReturnsWhenTheMessageHasBeenSent) {
  run(detaching(2), [](int rank) {
    if (rank == 1) {
      spend(6);
      return send(12, 0, 3);
    }
    MPI_Status status;
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    EXPECT_EQ(now(), 6);
    EXPECT_EQ(status.MPI_SOURCE, 1);
    EXPECT_EQ(status.MPI_TAG, 3);
    int count = 0;
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT_EQ(count, 3);
    EXPECT_EQ(recv(12, 1, 3).bytes, 12);
    EXPECT_EQ(now(), 6 + 1 + 12);
  });
}

TEST(Probe, SeesTheEarliestFirst) {
  run(detaching(3, 100), [](int rank) {
    if (rank < 2) {
      spend(rank == 0 ? 9 : 5);
      return send(rank + 1, 2);
    }
    spend(20);
    for (const int expected : {1, 0}) {
      MPI_Status status;
      MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      EXPECT_EQ(status.MPI_SOURCE, expected);
      EXPECT_EQ(status.bytes, expected + 1);
      recv(2, expected);
    }
  });
}

TEST(Truncation, IsAnErrorOfTheReceiverAndLeavesItsBuffer) {
  for (const std::int64_t detached : {0, 100})
    run(detaching(2, detached), [](int rank) {
      int values[3] = {rank, rank, rank};
      MPI_Status status;
      if (rank == 0) {
        EXPECT_EQ(MPI_Send(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD), MPI_SUCCESS);
        EXPECT_EQ(MPI_Send(values, 3, MPI_INT, 1, 0, MPI_COMM_WORLD), MPI_SUCCESS);
        return;
      }
      EXPECT_EQ(MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status), MPI_ERR_TRUNCATE);
      EXPECT_EQ(values[0], 1);
      MPI_Request request;
      MPI_Irecv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
      EXPECT_EQ(MPI_Waitall(1, &request, &status), MPI_ERR_TRUNCATE);
      EXPECT_EQ(status.MPI_ERROR, MPI_ERR_TRUNCATE);
    });
}

TEST(Truncation, IsForgottenByTheNextCall) {
  for (const bool from_nobody : {false, true})
    run(detaching(2), [from_nobody](int rank) {
      if (rank == 0) send(3, 1);
      if (rank == 0 && !from_nobody) send(2, 1);
      if (rank == 0) return;
      char values[2];
      const int next = from_nobody ? MPI_PROC_NULL : 0;
      EXPECT_EQ(MPI_Recv(values, 2, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
      EXPECT_EQ(MPI_Recv(values, 2, MPI_CHAR, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_SUCCESS);
    });
}

TEST(Truncation, AShorterMessageIsNone) {
  run(detaching(2), [](int rank) {
    if (rank == 0) return send(3, 1);
    EXPECT_EQ(recv(10, 0).bytes, 3);
  });
}

TEST(BadArguments, AreErrorsOfTheCall) {
  run(detaching(2), [](int) {
    int value = 0;
    MPI_Request request;
    MPI_Datatype raw;
    MPI_Type_contiguous(2, MPI_INT, &raw);
    const MPI_Comm world = MPI_COMM_WORLD;
    EXPECT_EQ(MPI_Send(&value, -1, MPI_INT, 1, 0, world), MPI_ERR_COUNT);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 1, 0, world), MPI_ERR_TYPE);
    EXPECT_EQ(MPI_Send(&value, 1, raw, 1, 0, world), MPI_ERR_TYPE);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, 2, 0, world), MPI_ERR_RANK);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, world), MPI_ERR_RANK);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, 1, MPI_ANY_TAG, world), MPI_ERR_TAG);
    EXPECT_EQ(MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_NULL), MPI_ERR_COMM);
    EXPECT_EQ(MPI_Irecv(&value, 1, MPI_INT, -5, 0, world, &request), MPI_ERR_RANK);
    EXPECT_EQ(MPI_Recv(&value, 1, MPI_INT, 0, -7, world, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    EXPECT_EQ(MPI_Probe(2, 0, world, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    EXPECT_EQ(MPI_Sendrecv(&value, 1, MPI_INT, 1, 0, &value, 1, MPI_INT, 9, 0, world, MPI_STATUS_IGNORE),
              MPI_ERR_RANK);
    request = MPI_REQUEST_NULL;
    EXPECT_EQ(MPI_Start(&request), MPI_ERR_REQUEST);
    EXPECT_EQ(MPI_Request_free(&request), MPI_ERR_REQUEST);
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    MPI_Type_free(&raw);
  });
}

}  // namespace
}  // namespace collsim::fast::testing
