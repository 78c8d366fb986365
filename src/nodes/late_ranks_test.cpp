#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "algorithms/algorithm.hpp"
#include "nodes/machine_node.hpp"
#include "tests/portfolio/test_transport.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {
namespace {

/// A rank of this job in calls to which each comes when it likes, on nodes that share this machine.
class LateRanks : public ::testing::TestWithParam<std::vector<int>> {
 protected:
  LateRanks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    const int repetition = ::testing::UnitTest::GetInstance()->random_seed();  // 0 unless tests are shuffled
    random_.seed(static_cast<unsigned>(1000 * repetition + rank_ + 1));
    std::vector<int> of_ranks = GetParam();
    of_ranks.resize(static_cast<std::size_t>(size_));
    node_ = std::make_unique<MachineNode>(MPI_COMM_WORLD, std::make_shared<const Nodes>(of_ranks),
                                          [] { return std::numeric_limits<std::int64_t>::max() / 2; });
    transport_ = std::make_unique<testing::TestTransport<MpiTransport>>(memory_, node_.get(), MPI_COMM_WORLD);
    comm_ = std::make_unique<Comm>(*transport_);
  }

  template <class Call>
  void come_late(const Call& call, const std::map<std::string, std::string>& options = {}) {
    const int late = std::max(0, std::uniform_int_distribution(-3, 3)(random_));  // most come at once
    const double moment = MPI_Wtime() + 2e-4 * late;
    while (MPI_Wtime() < moment) sched_yield();
    const auto& tolerant = find<Call>("imbalance_tolerant");
    tolerant.run(*comm_, call, tolerant.about.resolve(options));
  }

  static constexpr int calls = 200, count = 500;
  int rank_ = 0, size_ = 1;
  std::minstd_rand random_;
  std::unique_ptr<MachineNode> node_;
  testing::GuardedMemory memory_;
  std::unique_ptr<testing::TestTransport<MpiTransport>> transport_;
  std::unique_ptr<Comm> comm_;
};

TEST_P(LateRanks, AddUpInAnyOrder) {
  bool right = true;
  for (int call = 0; call < calls; ++call) {
    const int root = call % size_;
    const std::vector<int> own(count, call + rank_);
    std::vector<int> sum(count);
    come_late(Reduce{own.data(), sum.data(), count, abi_type(MPI_INT), abi_op(MPI_SUM), root});
    const std::vector<int> expected(count, size_ * call + size_ * (size_ - 1) / 2);
    right = right && (rank_ != root || sum == expected);
  }
  EXPECT_TRUE(right);
}

/// Sums that round.
TEST_P(LateRanks, GetTheSameBitsInTheOrderOfRanks) {
  const std::vector<double> own(count, 1.0 / (3 + rank_));
  std::vector<double> first(count), sum(count);
  bool same = true;
  for (int call = 0; call < calls; ++call) {
    const int root = call % size_;
    come_late(Reduce{own.data(), sum.data(), count, abi_type(MPI_DOUBLE), abi_op(MPI_SUM), root},
              {{"order", "ranks"}});
    if (rank_ != root) continue;
    if (call < size_) first = sum;
    same = same && sum == first;
  }
  EXPECT_TRUE(same);
  EXPECT_NEAR(
      first[0],
      [&] {
        double expected = 0;
        for (int rank = 0; rank < size_; ++rank) expected += 1.0 / (3 + rank);
        return expected;
      }(),
      1e-12);
}

TEST_P(LateRanks, GetWhatTheRootHas) {
  bool right = true;
  for (int call = 0; call < calls; ++call) {
    const int root = call % size_;
    std::vector<int> vector(count, rank_ == root ? call : -1);
    come_late(Bcast{vector.data(), count, abi_type(MPI_INT), root});
    right = right && vector == std::vector<int>(count, call);
  }
  EXPECT_TRUE(right);
}

TEST_P(LateRanks, ExchangeTheirBlocks) {
  bool right = true;
  for (int call = 0; call < calls; ++call) {
    std::vector<int> own(static_cast<std::size_t>(size_)), all(own.size()), expected(own.size());
    std::iota(own.begin(), own.end(), 1000 * call + 10 * rank_);
    for (int from = 0; from < size_; ++from)
      expected[static_cast<std::size_t>(from)] = 1000 * call + 10 * from + rank_;
    come_late(Alltoall{own.data(), all.data(), 1, abi_type(MPI_INT)});
    right = right && all == expected;
  }
  EXPECT_TRUE(right);
}

/// All on one node, on uneven ones, each on its own.
INSTANTIATE_TEST_SUITE_P(OnNodes, LateRanks,
                         ::testing::Values(std::vector{0, 0, 0, 0}, std::vector{0, 1, 0, 0},
                                           std::vector{0, 1, 2, 3}));

}  // namespace
}  // namespace collsim
