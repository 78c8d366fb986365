#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "algorithms/patterns/run_nested.hpp"
#include "backends/fast/types/typed_transport.hpp"
#include "nodes/testing/thread_world.hpp"

namespace collsim {
namespace {

constexpr int calls = 200, count = 50;

void add(void* in, void* inout, int* elements, Datatype*) {
  const auto* left = static_cast<const int*>(in);
  auto* right = static_cast<int*>(inout);
  for (int i = 0; i < *elements; ++i) right[i] += left[i];
}
const fast::Operator sum_of_ints{add, true};

/// Algorithms that work in a node's segment, on ranks of which most come at once.
class AlgorithmsOnThreads : public ::testing::TestWithParam<std::vector<int>> {
 protected:
  /// `call` is made again and again, and says whether its result is right.
  template <class Call>
  void make(const Call& call) {
    const auto nodes = std::make_shared<const Nodes>(GetParam());
    std::vector<int> wrong(GetParam().size());
    testing::on_threads(nodes, [&](Comm& comm) {
      std::minstd_rand random(static_cast<unsigned>(comm.rank() + 1));
      for (int number = 0; number < calls; ++number) {
        for (int late = std::uniform_int_distribution(-8, 8)(random); late > 0; --late) sched_yield();
        if (!call(comm, number)) ++wrong[static_cast<std::size_t>(comm.rank())];
      }
    });
    EXPECT_EQ(wrong, std::vector<int>(wrong.size()));
  }
};

/// What rank r brings to a call are ints of value call + r.
std::vector<int> brought(const Comm& comm, int number) {
  return std::vector<int>(count, number + comm.rank());
}
std::vector<int> sum_of_all(const Comm& comm, int number) {
  return std::vector<int>(count, comm.size() * number + comm.size() * (comm.size() - 1) / 2);
}

TEST_P(AlgorithmsOnThreads, Reduce) {
  for (const char* algorithm : {"hierarchical", "imbalance_tolerant", "imbalance_tolerant(order=ranks)"})
    make([algorithm](Comm& comm, int number) {
      const int root = number % comm.size();
      const auto own = brought(comm, number);
      std::vector<int> sum(count);
      run_nested(comm, algorithm, Reduce{own.data(), sum.data(), count, mpi_int, sum_of_ints.handle(), root});
      return comm.rank() != root || sum == sum_of_all(comm, number);
    });
}

TEST_P(AlgorithmsOnThreads, Bcast) {
  for (const char* algorithm : {"hierarchical", "imbalance_tolerant"})
    make([algorithm](Comm& comm, int number) {
      const int root = number % comm.size();
      std::vector<int> vector(count, comm.rank() == root ? number : -1);
      run_nested(comm, algorithm, Bcast{vector.data(), count, mpi_int, root});
      return vector == std::vector<int>(count, number);
    });
}

TEST_P(AlgorithmsOnThreads, Alltoall) {
  for (const char* algorithm : {"hierarchical", "imbalance_tolerant"})
    make([algorithm](Comm& comm, int number) {
      std::vector<int> own(static_cast<std::size_t>(comm.size())), all(own.size()), expected(own.size());
      std::iota(own.begin(), own.end(), 1000 * number + 10 * comm.rank());
      for (int from = 0; from < comm.size(); ++from)
        expected[static_cast<std::size_t>(from)] = 1000 * number + 10 * from + comm.rank();
      run_nested(comm, algorithm, Alltoall{own.data(), all.data(), 1, mpi_int});
      return all == expected;
    });
}

TEST_P(AlgorithmsOnThreads, Allgather) {
  make([](Comm& comm, int number) {
    const int own = number + comm.rank();
    std::vector<int> all(static_cast<std::size_t>(comm.size())), expected(all.size());
    std::iota(expected.begin(), expected.end(), number);
    run_nested(comm, "hierarchical", Allgather{&own, all.data(), 1, mpi_int});
    return all == expected;
  });
}

/// Results that stay shared are read, private ones written, while others may still be in the call.
TEST_P(AlgorithmsOnThreads, Allreduce) {
  for (const std::string result : {"copy", "shared", "cow"})
    make([&result](Comm& comm, int number) {
      const auto own = brought(comm, number);
      std::vector<int> sum(count);
      run_nested(comm, "hierarchical(result=" + result + ")",
                 Allreduce{own.data(), sum.data(), count, mpi_int, sum_of_ints.handle()});
      if (comm.result()) {
        int* const left = static_cast<int*>(comm.result()->vector);
        std::copy_n(left, count, sum.begin());
        if (result == "cow") std::fill_n(left, count, -1);
        comm.release_result();
      }
      return sum == sum_of_all(comm, number);
    });
}

/// On one node, on uneven ones, on even ones.
INSTANTIATE_TEST_SUITE_P(OnNodes, AlgorithmsOnThreads,
                         ::testing::Values(std::vector{0, 0, 0, 0}, std::vector{0, 1, 0, 0},
                                           std::vector{0, 0, 1, 1}));

}  // namespace
}  // namespace collsim
