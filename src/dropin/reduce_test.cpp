#include <gtest/gtest.h>

#include "dropin/testing/buffers.hpp"

namespace collsim::testing {
namespace {

/// x -> a x + b over the integers modulo 2^32, composed: associative, not commutative. An element of `below`
/// or `int[2]`.
void compose_at(const unsigned* left, unsigned* right) {
  right[1] += left[1] * right[0];
  right[0] *= left[0];
}

extern "C" void compose(void* in, void* inout, int* count, MPI_Datatype* type) {
  MPI_Aint lower_bound = 0, extent = 0, true_lower_bound = 0, true_extent = 0;
  MPI_Type_get_extent(*type, &lower_bound, &extent);
  MPI_Type_get_true_extent(*type, &true_lower_bound, &true_extent);
  const MPI_Aint second = true_extent - MPI_Aint{sizeof(int)};
  for (MPI_Aint i = 0; i < *count; ++i) {
    const auto at = [&](void* vector, MPI_Aint place) {
      return reinterpret_cast<unsigned*>(static_cast<char*>(vector) + i * extent + true_lower_bound + place);
    };
    const unsigned left[] = {*at(in, 0), *at(in, second)};
    unsigned right[] = {*at(inout, 0), *at(inout, second)};
    compose_at(left, right);
    *at(inout, 0) = right[0];
    *at(inout, second) = right[1];
  }
}

struct Combination {
  std::string name;
  MPI_Datatype type;
  MPI_Op op;
};

/// Predefined, and a user's that does not commute, on ints as they lie and with holes and a negative lower
/// bound.
const std::vector<Combination>& combinations() {
  static const std::vector<Combination> all = [] {
    MPI_Op user;
    MPI_Op_create(compose, 0, &user);
    return std::vector<Combination>{{"sum", MPI_INT, MPI_SUM},
                                    {"max", MPI_UNSIGNED, MPI_MAX},
                                    {"maxloc", MPI_2INT, MPI_MAXLOC},
                                    {"compose", forms()[1].type, user},
                                    {"compose with holes", forms()[3].type, user}};
  }();
  return all;
}

template <class Call>
void compare(const std::string& name, MPI_Comm comm, Call call) {
  Memory send(rank_in(comm)), recv(100 + rank_in(comm));
  Memory expected_send = send, expected_recv = recv;
  EXPECT_EQ(call(false, expected_send.start(), expected_recv.start()), MPI_SUCCESS);
  EXPECT_EQ(call(true, send.start(), recv.start()), MPI_SUCCESS);
  EXPECT_TRUE(recv == expected_recv) << name << " rank " << rank_in(comm) << " of " << size_of(comm);
  EXPECT_TRUE(send == expected_send) << name << " changes what it sends";
}

constexpr int lengths[] = {0, 1, 7, 20};

class Combine : public ::testing::TestWithParam<bool> {
 protected:
  const void* from(const int* send) const { return GetParam() ? MPI_IN_PLACE : send; }
};

TEST_P(Combine, EverywhereInAnyShape) {
  for (MPI_Comm comm : communicators())
    for (const int n : lengths)
      for (const auto& [name, type, op] : combinations()) {
        compare("allreduce " + name, comm, [&, type = type, op = op](bool ours, int* send, int* recv) {
          return (ours ? MPI_Allreduce : PMPI_Allreduce)(from(send), recv, n, type, op, comm);
        });
        compare("scan " + name, comm, [&, type = type, op = op](bool ours, int* send, int* recv) {
          return (ours ? MPI_Scan : PMPI_Scan)(from(send), recv, n, type, op, comm);
        });
        compare("reduce_scatter_block " + name, comm,
                [&, type = type, op = op](bool ours, int* send, int* recv) {
                  return (ours ? MPI_Reduce_scatter_block : PMPI_Reduce_scatter_block)(from(send), recv, n,
                                                                                       type, op, comm);
                });
      }
}

/// Rank 0's receive buffer is undefined in MPI.
TEST_P(Combine, Exscan) {
  for (MPI_Comm comm : communicators())
    for (const int n : lengths)
      for (const auto& [name, type, op] : combinations())
        compare("exscan " + name, comm, [&, type = type, op = op](bool ours, int* send, int* recv) {
          Memory dropped(0);
          int* const in = rank_in(comm) == 0 ? dropped.start() : recv;
          return (ours ? MPI_Exscan : PMPI_Exscan)(from(send), in, n, type, op, comm);
        });
}

TEST_P(Combine, ToEachRoot) {
  for (MPI_Comm comm : communicators())
    for (const int n : lengths)
      for (int root = 0; root < size_of(comm); ++root)
        for (const auto& [name, type, op] : combinations())
          compare("reduce " + name, comm, [&, type = type, op = op](bool ours, int* send, int* recv) {
            const bool is_root = rank_in(comm) == root;
            return (ours ? MPI_Reduce : PMPI_Reduce)(is_root ? from(send) : send, is_root ? recv : nullptr, n,
                                                     type, op, root, comm);
          });
}

TEST_P(Combine, InBlocksOfUnequalSize) {
  for (MPI_Comm comm : communicators()) {
    std::vector<int> counts;
    for (int i = 0; i < size_of(comm); ++i) counts.push_back((i + 2) % 4);
    for (const auto& [name, type, op] : combinations())
      compare("reduce_scatter " + name, comm, [&, type = type, op = op](bool ours, int* send, int* recv) {
        return (ours ? MPI_Reduce_scatter : PMPI_Reduce_scatter)(from(send), recv, counts.data(), type, op,
                                                                 comm);
      });
  }
}

INSTANTIATE_TEST_SUITE_P(Buffers, Combine, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "InPlace" : "Separate"; });

TEST(CombineAtBottom, Allreduce) {
  int data[3] = {1, 2, 3};
  const auto at = [](int* place) {
    MPI_Aint address;
    MPI_Get_address(place, &address);
    MPI_Datatype type;
    MPI_Type_create_hindexed_block(1, 2, &address, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
  };
  MPI_Op add;
  MPI_Op_create(
      [](void* in, void* inout, int*, MPI_Datatype* type) {
        MPI_Aint lower_bound = 0, extent = 0;
        MPI_Type_get_true_extent(*type, &lower_bound, &extent);
        for (const MPI_Aint i : {0, 4})
          *reinterpret_cast<int*>(static_cast<char*>(inout) + lower_bound + i) +=
              *reinterpret_cast<int*>(static_cast<char*>(in) + lower_bound + i);
      },
      1, &add);
  MPI_Datatype in = at(data + 1);
  EXPECT_EQ(MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, in, add, MPI_COMM_WORLD), MPI_SUCCESS);
  const int p = size_of(MPI_COMM_WORLD);
  EXPECT_EQ(std::vector<int>(data, data + 3), (std::vector<int>{1, 2 * p, 3 * p}));
  MPI_Type_free(&in);
  MPI_Op_free(&add);
}

}  // namespace
}  // namespace collsim::testing
