#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "backends/fast/simulate.hpp"

namespace collsim::fast {
namespace {

constexpr int processes = 96;  // four nodes of 24
constexpr double late = 1e-3;  // seconds, many times what the call takes

/// Of 32 KiB where one rank comes late.
Outcome with_late(int rank, const std::string& collective, const std::string& algorithm) {
  static const Platform xe6 = Platform::load("cray_xe6");
  Point point;
  point.collective = collective;
  point.algorithm = algorithm;
  point.options = describe(collective, algorithm).resolve({});
  point.backend = "fast";
  point.platform = "cray_xe6";
  point.network = xe6.network();
  point.processes = processes;
  point.ppn = 24;
  point.count = collective == "alltoall" ? 4032 : 4096;
  std::vector<double> moments(processes);
  moments[static_cast<std::size_t>(rank)] = late;
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

}  // namespace
}  // namespace collsim::fast
