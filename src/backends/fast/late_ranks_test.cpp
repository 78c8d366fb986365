#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "backends/fast/simulate.hpp"

namespace collsim::fast {
namespace {

constexpr int ranks_of_four_nodes = 96;  // four nodes of 24
constexpr double late = 1e-3;            // seconds, many times what a call of few elements takes

/// Of `count` elements where one rank comes so late.
Outcome with_late(int rank, const std::string& collective, const std::string& algorithm,
                  std::int64_t count = 4032, double moment = late) {
  static const Platform xe6 = Platform::load("cray_xe6");
  Point point;
  point.collective = collective;
  point.algorithm = algorithm;
  point.options = describe(collective, algorithm).resolve({});
  point.backend = "fast";
  point.platform = "cray_xe6";
  point.network = xe6.network();
  point.processes = ranks_of_four_nodes;
  point.ppn = 24;
  point.count = count;
  point.data = Data::time;
  std::vector<double> moments(ranks_of_four_nodes);
  moments[static_cast<std::size_t>(rank)] = moment;
  point.arrival.pattern = ArrivalPattern::measured;
  point.arrival.moments = {"late", moments};
  const Outcome outcome = simulate(xe6, point);
  EXPECT_EQ(outcome.status.text(), "ok");
  return outcome;
}

/// The first rank of a node is its sender in the hierarchical algorithm.
TEST(LateRanks, OfANodeDoNotHoldUpABroadcast) {
  const Outcome hierarchical = with_late(24, "bcast", "hierarchical");
  const Outcome tolerant = with_late(24, "bcast", "imbalance_tolerant");
  EXPECT_GT(hierarchical.seconds_early, 0.2 * late);
  EXPECT_LT(tolerant.seconds_early, 0.1 * late);
}

/// Only the root and ranks that wait for other nodes stay until the last has come.
TEST(LateRanks, DoNotKeepOthersInAReduce) {
  for (const int rank : {5, 24, 95}) {
    const Outcome hierarchical = with_late(rank, "reduce", "hierarchical");
    const Outcome tolerant = with_late(rank, "reduce", "imbalance_tolerant");
    EXPECT_GT(hierarchical.seconds_early, 0.2 * late) << rank;
    EXPECT_LT(tolerant.seconds_early, 0.1 * late) << rank;
    EXPECT_LT(tolerant.since_last_arrival, hierarchical.since_last_arrival) << rank;
  }
}

TEST(LateRanks, LeaveLessOfAnAlltoallToDo) {
  const Outcome hierarchical = with_late(30, "alltoall", "hierarchical");
  const Outcome tolerant = with_late(30, "alltoall", "imbalance_tolerant");
  EXPECT_LT(tolerant.since_last_arrival, 0.5 * hierarchical.since_last_arrival);
  EXPECT_LT(tolerant.seconds_early, hierarchical.seconds_early);
}

/// Where the last rank of a ring comes late, all segments wait for it with the sum of the others.
TEST(LateRanks, OfAPreReducedRingHaveLessToDoIfTheyAreExpectedLast) {
  const auto seconds = [](int rank, const char* algorithm) {
    return with_late(rank, "allreduce", algorithm, 1 << 22, 1.0).since_last_arrival;
  };
  EXPECT_LT(seconds(95, "pre_reduced_ring"), 0.85 * seconds(95, "ring"));
  EXPECT_GT(seconds(0, "pre_reduced_ring"), 0.95 * seconds(0, "ring"));
}

}  // namespace
}  // namespace collsim::fast
