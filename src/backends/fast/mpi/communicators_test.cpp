#include <gtest/gtest.h>

#include "backends/fast/testing/ranks.hpp"

namespace collsim::fast::testing {
namespace {

Machine with_ranks(int processes, int ppn = 1) {
  Machine machine;
  machine.processes = processes;
  machine.ppn = ppn;
  return machine;
}

int size_of(MPI_Comm comm) {
  int size = -1;
  MPI_Comm_size(comm, &size);
  return size;
}

/// The world ranks of a communicator, told by messages in it.
std::vector<int> members(MPI_Comm comm, int own) {
  std::vector<int> all(static_cast<std::size_t>(size_of(comm)));
  for (int root = 0; root < size_of(comm); ++root) {
    const auto place = static_cast<std::size_t>(root);
    if (root != rank_in(comm)) {
      all[place] = recv_value(root, 0, comm);
      continue;
    }
    all[place] = own;
    for (int other = 0; other < size_of(comm); ++other)
      if (other != root) send_value(own, other, 0, comm);
  }
  return all;
}

TEST(Split, ColorsMakePartsAndKeysOrderThem) {
  run(with_ranks(7), [](int rank) {
    // Even: 0 2 4 6 backwards. Odd: all of one key, in their old order; 3 wants none.
    const int color = rank == 3 ? MPI_UNDEFINED : rank % 2;
    MPI_Comm part = MPI_COMM_WORLD;
    EXPECT_EQ(MPI_Comm_split(MPI_COMM_WORLD, color, rank % 2 == 0 ? -rank : 5, &part), MPI_SUCCESS);
    EXPECT_EQ(part == MPI_COMM_NULL, rank == 3);
    if (rank == 3) return;
    EXPECT_EQ(members(part, rank), rank % 2 == 0 ? std::vector({6, 4, 2, 0}) : std::vector({1, 5}));
    // Parts of parts, whose ranks are not their old ones.
    MPI_Comm half;
    MPI_Comm_split(part, rank_in(part) / 2, 0, &half);
    const std::vector<int> together = members(half, rank);
    if (rank % 2 == 0) {
      EXPECT_EQ(together, rank >= 4 ? std::vector({6, 4}) : std::vector({2, 0}));
    }
    MPI_Comm_free(&half);
    MPI_Comm_free(&part);
    EXPECT_EQ(part, MPI_COMM_NULL);
  });
}

TEST(Split, TakesNoTimeButWaitsForAll) {
  EXPECT_EQ(run(with_ranks(3),
                [](int rank) {
                  spend(rank == 1 ? 7 : rank);
                  MPI_Comm part;
                  MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &part);
                  MPI_Comm_free(&part);
                }),
            Times({7, 7, 7}));
}

TEST(Split, BadArguments) {
  run(with_ranks(1), [](int) {
    MPI_Comm part;
    EXPECT_EQ(MPI_Comm_split(MPI_COMM_NULL, 0, 0, &part), MPI_ERR_COMM);
    EXPECT_EQ(MPI_Comm_split(MPI_COMM_WORLD, -7, 0, &part), MPI_ERR_ARG);
    EXPECT_EQ(MPI_Comm_split_type(MPI_COMM_WORLD, 77, 0, MPI_INFO_NULL, &part), MPI_ERR_ARG);
    MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF, none = MPI_COMM_NULL;
    for (MPI_Comm* comm : {&world, &self, &none}) EXPECT_EQ(MPI_Comm_free(comm), MPI_ERR_COMM);
  });
}

TEST(Dup, KeepsMessagesApartAndIsCongruent) {
  run(with_ranks(2), [](int rank) {
    MPI_Comm one, other;
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_dup(one, &other);
    int values[3] = {-1, -1, -1}, result = -1;
    MPI_Request requests[3];
    const MPI_Comm comms[3] = {other, MPI_COMM_WORLD, one};
    if (rank == 0) {
      for (int i = 0; i < 3; ++i)
        MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comms[i], &requests[i]);
      MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
      for (int i = 0; i < 3; ++i) EXPECT_EQ(values[i], i);
    } else {
      for (const int i : {1, 2, 0}) send_value(i, 0, 0, comms[i]);
    }
    MPI_Comm_compare(one, other, &result);
    EXPECT_EQ(result, MPI_CONGRUENT);
    MPI_Comm_compare(one, one, &result);
    EXPECT_EQ(result, MPI_IDENT);
    MPI_Comm_compare(one, MPI_COMM_SELF, &result);
    EXPECT_EQ(result, MPI_UNEQUAL);
    EXPECT_EQ(MPI_Comm_compare(one, MPI_COMM_NULL, &result), MPI_ERR_COMM);
    EXPECT_EQ(MPI_Comm_compare(MPI_COMM_NULL, one, &result), MPI_ERR_COMM);
    MPI_Comm_free(&one);
    MPI_Comm_free(&other);
  });
}

TEST(Self, IsOnesOwn) {
  run(with_ranks(2), [](int rank) {
    EXPECT_EQ(size_of(MPI_COMM_SELF), 1);
    int in = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    EXPECT_EQ(in, rank);
  });
}

TEST(SplitType, IsByNode) {
  run(with_ranks(8, 3), [](int rank) {
    MPI_Comm node;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &node);
    EXPECT_EQ(members(node, rank), rank < 3   ? std::vector({2, 1, 0})
                                   : rank < 6 ? std::vector({5, 4, 3})
                                              : std::vector({7, 6}));
    MPI_Comm_free(&node);
    EXPECT_EQ(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &node), MPI_SUCCESS);
    EXPECT_EQ(node, MPI_COMM_NULL);
  });
}

/// Nobody leaves before all have come: to rank 0 and back.
void barrier(MPI_Comm comm) {
  const int size = size_of(comm);
  if (rank_in(comm) > 0) return send(0, 0, 1, comm), void(recv(0, 0, 2, comm));
  for (int other = 1; other < size; ++other) recv(0, other, 1, comm);
  for (int other = 1; other < size; ++other) send(0, other, 2, comm);
}

TEST(SharedWindow, WhatOneWritesTheOthersRead) {
  run(with_ranks(6, 3), [](int rank) {
    MPI_Comm node;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    const int place = rank_in(node);
    // Rank i of the node has i ints: the first none.
    int* own = nullptr;
    MPI_Win window;
    const auto bytes = static_cast<MPI_Aint>(place) * 4;
    ASSERT_EQ(MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, node, &own, &window), MPI_SUCCESS);
    EXPECT_EQ(MPI_Win_lock_all(MPI_MODE_NOCHECK, window), MPI_SUCCESS);
    for (int i = 0; i < place; ++i) own[i] = 100 * rank + i;
    MPI_Win_sync(window);
    barrier(node);
    for (int other = 0; other < size_of(node); ++other) {
      MPI_Aint size = -1;
      int unit = -1;
      int* theirs = nullptr;
      ASSERT_EQ(MPI_Win_shared_query(window, other, &size, &unit, &theirs), MPI_SUCCESS);
      EXPECT_EQ(size, other * 4);
      EXPECT_EQ(unit, 4);
      for (int i = 0; i < other; ++i) EXPECT_EQ(theirs[i], 100 * (rank - place + other) + i);
      EXPECT_TRUE(other != place || theirs == own);
    }
    MPI_Aint size = -1;
    int unit = -1;
    int* first = nullptr;
    MPI_Win_shared_query(window, MPI_PROC_NULL, &size, &unit, &first);
    EXPECT_EQ(first[0], 100 * (rank - place + 1));  // the first that has memory, followed by the next
    EXPECT_EQ(first[1], 100 * (rank - place + 2));
    EXPECT_EQ(MPI_Win_shared_query(window, 3, &size, &unit, &first), MPI_ERR_RANK);
    MPI_Win_unlock_all(window);
    EXPECT_EQ(MPI_Win_free(&window), MPI_SUCCESS);
    EXPECT_EQ(window, MPI_WIN_NULL);
    EXPECT_EQ(MPI_Win_free(&window), MPI_ERR_WIN);
    MPI_Comm_free(&node);
  });
}

TEST(SharedWindow, NotBeyondANode) {
  run(with_ranks(2, 1), [](int) {
    void* own = nullptr;
    MPI_Win window;
    EXPECT_EQ(MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window), MPI_ERR_COMM);
    EXPECT_EQ(MPI_Win_allocate_shared(-1, 1, MPI_INFO_NULL, MPI_COMM_SELF, &own, &window), MPI_ERR_ARG);
  });
}

}  // namespace
}  // namespace collsim::fast::testing
