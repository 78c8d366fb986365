#include <gtest/gtest.h>

#include "dropin/testing/buffers.hpp"

namespace collsim::testing {
namespace {

/// Do programs get what the library would have given them, to the last byte of their memory? Every rank names
/// the data by another count and type.
class Move : public ::testing::TestWithParam<int> {
 protected:
  /// call(which, send, recv): which: true for MPI_*, false for PMPI_*.
  template <class Call>
  void compare(const char* name, MPI_Comm comm, Call call) {
    Memory send(rank_in(comm)), recv(100 + rank_in(comm));
    Memory expected_send = send, expected_recv = recv;
    const int expected = call(false, expected_send.start(), expected_recv.start());
    const int code = call(true, send.start(), recv.start());
    EXPECT_EQ(code, expected) << name;
    EXPECT_TRUE(recv == expected_recv)
        << name << " turn " << turn() << " rank " << rank_in(comm) << " of " << size_of(comm);
    EXPECT_TRUE(send == expected_send) << name << " changes what it sends";
  }
  int turn() const { return GetParam(); }
  const Form& send_form(MPI_Comm comm) const { return form_of(rank_in(comm), turn()); }
  const Form& recv_form(MPI_Comm comm) const { return form_of(2 * rank_in(comm), turn() + 3); }
};

/// Ints in a block: of an even number, which every form can name.
constexpr int sizes[] = {0, 2, 6};

TEST_P(Move, Bcast) {
  for (MPI_Comm comm : communicators())
    for (const int ints : sizes)
      for (int root = 0; root < size_of(comm); ++root) {
        const Form& form = send_form(comm);
        compare("bcast", comm, [&](bool ours, int*, int* data) {
          return (ours ? MPI_Bcast : PMPI_Bcast)(data, ints / form.ints, form.type, root, comm);
        });
      }
}

TEST_P(Move, GatherAndScatter) {
  for (MPI_Comm comm : communicators())
    for (const int ints : sizes)
      for (int root = 0; root < size_of(comm); ++root)
        for (const bool in_place : {false, true}) {
          const Form &out = send_form(comm), &in = recv_form(comm);
          const bool placed = in_place && rank_in(comm) == root;
          compare("gather", comm, [&](bool ours, int* send, int* recv) {
            return (ours ? MPI_Gather : PMPI_Gather)(placed ? MPI_IN_PLACE : send, ints / out.ints, out.type,
                                                     recv, ints / in.ints, in.type, root, comm);
          });
          compare("scatter", comm, [&](bool ours, int* send, int* recv) {
            return (ours ? MPI_Scatter : PMPI_Scatter)(send, ints / out.ints, out.type,
                                                       placed ? MPI_IN_PLACE : recv, ints / in.ints, in.type,
                                                       root, comm);
          });
        }
}

TEST_P(Move, AllgatherAndAlltoall) {
  for (MPI_Comm comm : communicators())
    for (const int ints : sizes)
      for (const bool in_place : {false, true}) {
        const Form &out = send_form(comm), &in = recv_form(comm);
        compare("allgather", comm, [&](bool ours, int* send, int* recv) {
          return (ours ? MPI_Allgather : PMPI_Allgather)(in_place ? MPI_IN_PLACE : send, ints / out.ints,
                                                         out.type, recv, ints / in.ints, in.type, comm);
        });
        compare("alltoall", comm, [&](bool ours, int* send, int* recv) {
          return (ours ? MPI_Alltoall : PMPI_Alltoall)(in_place ? MPI_IN_PLACE : send, ints / out.ints,
                                                       out.type, recv, ints / in.ints, in.type, comm);
        });
      }
}

/// Blocks of 0, 2, 4, ... ints, the last one first, with gaps.
struct Blocks {
  std::vector<int> counts, displacements;
  Blocks(int number, const Form& form, int (*ints)(int)) : counts(), displacements() {
    for (int i = 0; i < number; ++i) {
      counts.push_back(ints(i) / form.ints);
      displacements.push_back(20 * (number - 1 - i) / form.ints);
    }
  }
};

TEST_P(Move, GathervAndScatterv) {
  const auto ints = [](int rank) { return 2 * (rank % 3); };
  for (MPI_Comm comm : communicators())
    for (int root = 0; root < size_of(comm); ++root)
      for (const bool in_place : {false, true}) {
        const Form &out = send_form(comm), &in = recv_form(comm);
        const Blocks to(size_of(comm), in, ints), from(size_of(comm), out, ints);
        const bool placed = in_place && rank_in(comm) == root;
        const int own = ints(rank_in(comm));
        compare("gatherv", comm, [&](bool ours, int* send, int* recv) {
          return (ours ? MPI_Gatherv : PMPI_Gatherv)(placed ? MPI_IN_PLACE : send, own / out.ints, out.type,
                                                     recv, to.counts.data(), to.displacements.data(), in.type,
                                                     root, comm);
        });
        compare("scatterv", comm, [&](bool ours, int* send, int* recv) {
          return (ours ? MPI_Scatterv : PMPI_Scatterv)(send, from.counts.data(), from.displacements.data(),
                                                       out.type, placed ? MPI_IN_PLACE : recv, own / in.ints,
                                                       in.type, root, comm);
        });
      }
}

TEST_P(Move, AllgathervAndAlltoallv) {
  const auto ints = [](int rank) { return 2 * (rank % 3); };
  for (MPI_Comm comm : communicators())
    for (const bool in_place : {false, true}) {
      const Form &out = send_form(comm), &in = recv_form(comm);
      const Blocks to(size_of(comm), in, ints);
      compare("allgatherv", comm, [&](bool ours, int* send, int* recv) {
        return (ours ? MPI_Allgatherv : PMPI_Allgatherv)(
            in_place ? MPI_IN_PLACE : send, ints(rank_in(comm)) / out.ints, out.type, recv, to.counts.data(),
            to.displacements.data(), in.type, comm);
      });
    }
  for (MPI_Comm comm : communicators()) {
    // Rank r sends 2 (r + i) % 3 ints to rank i, a symmetric matrix.
    static int me;
    me = rank_in(comm);
    const auto exchanged = [](int i) { return 2 * ((me + i) % 3); };
    const Form &out = send_form(comm), &in = recv_form(comm);
    const Blocks from(size_of(comm), out, exchanged), to(size_of(comm), in, exchanged);
    compare("alltoallv", comm, [&](bool ours, int* send, int* recv) {
      return (ours ? MPI_Alltoallv : PMPI_Alltoallv)(send, from.counts.data(), from.displacements.data(),
                                                     out.type, recv, to.counts.data(),
                                                     to.displacements.data(), in.type, comm);
    });
    const Blocks plain(size_of(comm), forms()[0], exchanged);
    compare("alltoallv in place", comm, [&](bool ours, int*, int* recv) {
      return (ours ? MPI_Alltoallv : PMPI_Alltoallv)(MPI_IN_PLACE, nullptr, nullptr, MPI_DATATYPE_NULL, recv,
                                                     plain.counts.data(), plain.displacements.data(), MPI_INT,
                                                     comm);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Turns, Move, ::testing::Range(0, 7));

/// Buffers at MPI_BOTTOM have their addresses in the type.
TEST(MoveAtBottom, Bcast) {
  const int rank = rank_in(MPI_COMM_WORLD);
  int data[4] = {rank, rank, rank, rank};
  const int lengths[] = {2, 1};
  MPI_Aint places[2];
  MPI_Get_address(&data[2], &places[0]);
  MPI_Get_address(&data[0], &places[1]);
  MPI_Datatype type;
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
  MPI_Type_commit(&type);
  const int root = size_of(MPI_COMM_WORLD) - 1;
  if (rank == root) data[0] = 5, data[2] = 6, data[3] = 7;
  EXPECT_EQ(MPI_Bcast(MPI_BOTTOM, 1, type, root, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(std::vector<int>(data, data + 4), (std::vector<int>{5, rank, 6, 7}));
  MPI_Type_free(&type);
}

}  // namespace
}  // namespace collsim::testing
