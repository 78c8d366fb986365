#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "dropin/testing/buffers.hpp"

namespace collsim::testing {
namespace {

/// What else a program may expect of MPI while its collectives are taken over.

MPI_Comm duplicate() {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comm;
}

int sum_of_ones(MPI_Comm comm) {
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

int class_of(int code) {
  int error_class = 0;
  MPI_Error_class(code, &error_class);
  return error_class;
}

TEST(Program, ReceivesItsOwnMessagesByWildcards) {
  const MPI_Comm comm = MPI_COMM_WORLD;
  const int rank = rank_in(comm), p = size_of(comm);
  int got = -1;
  MPI_Request request;
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request);
  EXPECT_EQ(sum_of_ones(comm), p);
  int data = rank == 0 ? 42 : 0;
  MPI_Bcast(&data, 1, MPI_INT, 0, comm);
  EXPECT_EQ(data, 42);
  MPI_Barrier(comm);
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % p, 17, comm);
  MPI_Status status;
  MPI_Wait(&request, &status);
  EXPECT_EQ(got, (rank + p - 1) % p);
  EXPECT_EQ(status.MPI_TAG, 17);
}

TEST(Program, CallsOnIntercommunicatorsGoToTheLibrary) {
  const int rank = rank_in(MPI_COMM_WORLD), p = size_of(MPI_COMM_WORLD);
  if (p < 2) GTEST_SKIP() << "needs two groups";
  const bool left = rank == 0;
  MPI_Comm half = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, left, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, left ? 1 : 0, 5, &inter);
  EXPECT_EQ(sum_of_ones(inter), left ? p - 1 : 1);  // of the other group
  int data = rank;
  MPI_Bcast(&data, 1, MPI_INT, left ? MPI_ROOT : 0, inter);
  EXPECT_EQ(data, 0);
  EXPECT_EQ(MPI_Barrier(inter), MPI_SUCCESS);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

/// The report of this run shows it. Alone, no rank touches the buffer.
TEST(Program, CallsOfMoreThanAnIntOfBytesGoToTheLibrary) {
  double data = 0.0;
  EXPECT_EQ(MPI_Bcast(&data, (1 << 28) + 1, MPI_DOUBLE, 0, MPI_COMM_SELF), MPI_SUCCESS);
}

TEST(Program, GetsTheLibrarysErrorCodes) {
  MPI_Comm comm = duplicate();
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);  // Open MPI reports some errors there
  int a[4] = {}, b[4] = {};
  MPI_Datatype uncommitted;
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  EXPECT_EQ(class_of(MPI_Bcast(a, 1, MPI_INT, size_of(comm), comm)), MPI_ERR_ROOT);
  EXPECT_EQ(class_of(MPI_Bcast(a, -1, MPI_INT, 0, comm)), MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Bcast(a, 1, MPI_DATATYPE_NULL, 0, comm)), MPI_ERR_TYPE);
  EXPECT_EQ(class_of(MPI_Bcast(a, 1, uncommitted, 0, comm)), MPI_ERR_TYPE);
  EXPECT_EQ(class_of(MPI_Allreduce(a, b, 1, MPI_INT, MPI_OP_NULL, comm)), MPI_ERR_OP);
  EXPECT_EQ(class_of(MPI_Allreduce(a, b, 1, MPI_DOUBLE, MPI_BAND, comm)), MPI_ERR_OP);
  EXPECT_EQ(class_of(MPI_Allreduce(a, a, 2, MPI_INT, MPI_SUM, comm)),
            class_of(PMPI_Allreduce(a, a, 2, MPI_INT, MPI_SUM, comm)));
  EXPECT_EQ(class_of(MPI_Gather(a, 1, MPI_INT, b, -1, MPI_INT, rank_in(comm), comm)), MPI_ERR_COUNT);
  const int other = (rank_in(comm) + 1) % size_of(comm);
  EXPECT_EQ(class_of(MPI_Scatterv(nullptr, nullptr, nullptr, MPI_INT, b, -1, MPI_INT, other, comm)),
            MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Scatterv(nullptr, nullptr, nullptr, MPI_INT, b, 1, MPI_INT, size_of(comm), comm)),
            MPI_ERR_ROOT);
  EXPECT_EQ(class_of(MPI_Allgather(a, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, comm)),
            class_of(PMPI_Allgather(a, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, comm)));
  MPI_Type_free(&uncommitted);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_free(&comm);
}

std::vector<std::pair<MPI_Comm, int>> handled;
void handle(MPI_Comm* comm, int* code, ...) {
  handled.push_back({*comm, *code});
}

/// A rank that expects less than the root sends learns it from within the algorithm.
TEST(Program, HearsOfErrorsWithinAnAlgorithmThroughItsHandler) {
  const int rank = rank_in(MPI_COMM_WORLD);
  MPI_Comm pair = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &pair);
  if (pair == MPI_COMM_NULL || size_of(pair) < 2) return;
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(pair, handler);
  handled.clear();
  int data[4] = {};
  const int code = MPI_Bcast(data, rank == 0 ? 4 : 2, MPI_INT, 0, pair);
  if (rank == 0) {
    EXPECT_EQ(code, MPI_SUCCESS);
    EXPECT_TRUE(handled.empty());
  } else {
    EXPECT_EQ(class_of(code), MPI_ERR_TRUNCATE);
    ASSERT_EQ(handled.size(), 1U);
    EXPECT_EQ(handled[0], std::make_pair(pair, code));
  }
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&pair);
}

TEST(Program, MayCallFromTwoThreads) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  if (provided != MPI_THREAD_MULTIPLE) GTEST_SKIP() << "the library does not support threads";
  MPI_Comm comms[] = {duplicate(), duplicate()};
  int sums[] = {0, 0};
  const auto work = [&](int i) {
    for (int k = 0; k < 50; ++k) sums[i] += sum_of_ones(comms[i]);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  for (const int sum : sums) EXPECT_EQ(sum, 50 * size_of(MPI_COMM_WORLD));
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

/// Open MPI numbers a communicator by the lowest number that is free: the second of two.
MPI_Fint second_free_number() {
  MPI_Comm first = duplicate(), second = duplicate();
  const MPI_Fint number = MPI_Comm_c2f(second);
  MPI_Comm_free(&second);
  MPI_Comm_free(&first);
  return number;
}

TEST(Program, FreesAllOfACommunicator) {
  const MPI_Fint before = second_free_number();
  for (int i = 0; i < 100; ++i) {
    MPI_Comm comm = duplicate();
    EXPECT_EQ(sum_of_ones(comm), size_of(comm));
    MPI_Comm_free(&comm);
  }
  EXPECT_EQ(second_free_number(), before);
}

TEST(Program, GetsNoCommunicatorForARankAlone) {
  MPI_Comm alone = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &alone);
  const MPI_Fint before = second_free_number();
  EXPECT_EQ(sum_of_ones(alone), 1);
  EXPECT_EQ(MPI_Barrier(alone), MPI_SUCCESS);
  EXPECT_EQ(second_free_number(), before);
  MPI_Comm_free(&alone);
}

TEST(Program, MayUseAHandleAgainForAnotherCommunicator) {
  const int rank = rank_in(MPI_COMM_WORLD), p = size_of(MPI_COMM_WORLD);
  for (int i = 0; i < 10; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank < i % 3 ? 0 : 1, -rank, &comm);
    EXPECT_EQ(sum_of_ones(comm), rank < i % 3 ? std::min(i % 3, p) : p - i % 3);
    int first = rank;
    MPI_Bcast(&first, 1, MPI_INT, 0, comm);
    EXPECT_EQ(first, rank < i % 3 ? std::min(i % 3, p) - 1 : p - 1);
    MPI_Comm_free(&comm);
  }
}

TEST(Program, MayChangeEverythingFromCallToCall) {
  for (const int count : {1, 1, 3, 1, 0, 3}) {
    for (const MPI_Op op : {MPI_SUM, MPI_MAX}) {
      const std::vector<double> in(3, 2.0);
      std::vector<double> out(3, -1.0);
      MPI_Allreduce(in.data(), out.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
      const double result = op == MPI_SUM ? 2.0 * size_of(MPI_COMM_WORLD) : 2.0;
      for (int i = 0; i < 3; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i < count ? result : -1.0);
    }
  }
}

TEST(Program, HasItsAttributesToItself) {
  static int copies = 0;
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(
      [](MPI_Comm, int, void*, void*, void*, int* flag) {
        ++copies;
        *flag = 1;
        return MPI_SUCCESS;
      },
      MPI_COMM_NULL_DELETE_FN, &key, nullptr);
  MPI_Comm comm = duplicate(), copy = MPI_COMM_NULL;
  MPI_Comm_set_attr(comm, key, &copies);
  EXPECT_EQ(sum_of_ones(comm), size_of(comm));
  EXPECT_EQ(copies, 0);
  MPI_Comm_dup(comm, &copy);
  EXPECT_EQ(copies, 1);
  EXPECT_EQ(sum_of_ones(copy), size_of(comm));
  MPI_Comm_free(&comm);
  EXPECT_EQ(sum_of_ones(copy), size_of(copy));
  MPI_Comm_free(&copy);
  MPI_Comm_free_keyval(&key);
}

}  // namespace
}  // namespace collsim::testing
