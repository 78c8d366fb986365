#include <gtest/gtest.h>

#include <set>

#include "algorithms/facts/description.hpp"
#include "algorithms/patterns/multiport_facts.hpp"
#include "tests/portfolio/cost_check.hpp"
#include "tests/portfolio/oracle.hpp"

namespace collsim {
namespace {

using PortValues = std::map<std::string, std::string>;

Options port_options(const PortValues& values) {
  return describe("allreduce", "multiport").resolve(values);
}

/// Coordinates differ by one, round the end too, along one dimension: which, and which way.
std::pair<int, int> port_link(int from, int to, int side, int dimensions) {
  for (int dimension = 0, stride = 1; dimension < dimensions; ++dimension, stride *= side) {
    const int off = (to / stride - from / stride) % side;
    if (off != 0) return {dimension, (off % side + side) % side};
  }
  return {-1, 0};
}

/// On a torus of four, where all are neighbours that meet, twice as many parts as dimensions leave a rank by links of
/// their own, in every round.
TEST(Multiport, PartsHaveLinksOfTheirOwn) {
  const Multiport ports(64, 0, 64, port_options({{"ports", "6"}, {"dims", "4x4x4"}}));
  for (int round = 0; round < ports.rounds(); ++round)
    for (int rank = 0; rank < 64; ++rank) {
      std::set<std::pair<int, int>> used;
      for (int port = 0; port < 6; ++port) {
        const int partner = ports.transfer(Phase::exchange, port, rank, round).partner;
        EXPECT_EQ(ports.transfer(Phase::exchange, port, partner, round).partner, rank);
        used.insert(port_link(rank, partner, 4, 3));
        const int way = port_link(rank, partner, 4, 3).second;
        EXPECT_TRUE(way == 1 || way == 3) << rank << " meets " << partner;
      }
      EXPECT_EQ(used.size(), 6U) << "rank " << rank << ", round " << round;
    }
}

/// Every part reaches all ranks from any root.
TEST(Multiport, EveryPartIsATree) {
  const Multiport ports(32, 13, 1000, port_options({{"ports", "5"}, {"dims", "2x8x2"}}));
  for (int port = 0; port < 5; ++port) {
    std::set<int> reached{13};
    for (int before = 0; before < ports.rounds(); ++before) {
      const int round = ports.round(Phase::broadcast, before);
      std::set<int> next = reached;
      for (int rank = 0; rank < 32; ++rank)
        if (const Transfer own = ports.transfer(Phase::broadcast, port, rank, round); own.out) {
          EXPECT_TRUE(reached.contains(rank));
          EXPECT_TRUE(next.insert(own.partner).second) << "nobody is sent anything twice";
        }
      reached = next;
    }
    EXPECT_EQ(reached.size(), 32U);
  }
}

/// The tori have 8 and 16 ranks; elsewhere it refuses.
TEST(Multiport, IsRightOnATorus) {
  for (const char* collective :
       {"allgather", "allreduce", "bcast", "gather", "reduce", "reduce_scatter_block", "scatter"})
    for (const PortValues& values :
         {PortValues{{"ports", "6"}, {"dims", "2x2x2"}}, PortValues{{"ports", "3"}, {"dims", "2x8"}}}) {
      const Description& about = describe(collective, "multiport");
      EXPECT_EQ(testing::oracle(about, values), "");
      EXPECT_EQ(testing::check_cost(about, values), "");
    }
}

TEST(Multiport, IsRightInItsOtherForms) {
  for (const auto& [collective, form] : {std::pair{"allreduce", "latency"}, {"bcast", "bandwidth"}}) {
    const Description& about = describe(collective, "multiport");
    EXPECT_EQ(testing::oracle(about, {{"form", form}, {"ports", "3"}}), "");
    EXPECT_EQ(testing::check_cost(about, {{"form", form}, {"ports", "3"}}), "");
  }
}

TEST(Multiport, IsRightInSingleBlocks) {
  const Description& about = describe("bcast", "multiport");
  for (const char* ports : {"1", "3"}) {
    EXPECT_EQ(testing::oracle(about, {{"form", "single_blocks"}, {"ports", ports}}), "");
    EXPECT_EQ(testing::check_cost(about, {{"form", "single_blocks"}, {"ports", ports}}), "");
  }
  EXPECT_EQ(testing::oracle(about, {{"form", "single_blocks"}, {"ports", "6"}, {"dims", "2x2x2"}}), "");
}

/// A block leaves the root in every round, and no rank takes or gives two in one.
TEST(Multiport, StreamsBlocksThroughOneNetworkPort) {
  const Multiport ports(64, 5, 64, port_options({{"ports", "1"}, {"dims", "4x4x4"}}));
  std::map<std::pair<int, int>, int> came, left;  // by rank and round, the block
  for (int rank = 0; rank < 64; ++rank) {
    const BlockStream stream = ports.stream(0, rank);
    for (int before = 0; before < stream.width; ++before) {
      const auto [block, blocks] = stream.stop(before);
      EXPECT_TRUE(stream.holds(block, 1));
      if (!stream.is_root()) came[{rank, stream.start + before}] = block;
      if (blocks > 0) left[{ports.partner(0, rank, blocks), stream.start + before + 1}] = block;
    }
  }
  EXPECT_EQ(came, left);
  EXPECT_EQ(came.size(), 32U * 6) << "p/2 lg p messages";
  for (const auto& [at, block] : came) EXPECT_LT(at.second, 63);
}

TEST(Multiport, MayReceiveApart) {
  const Description& about = describe("bcast", "multiport");
  EXPECT_EQ(testing::oracle(about, {{"lands", "apart"}}), "");
  EXPECT_EQ(testing::check_cost(about, {{"lands", "apart"}}), "");
}

TEST(Multiport, RefusesATorusThatIsNotThere) {
  const Description& about = describe("bcast", "multiport");
  const auto refusal = [&](int processes, const char* dims) {
    return about.why_unsupported({.processes = processes}, about.resolve({{"dims", dims}}));
  };
  EXPECT_EQ(refusal(64, "4x4x4"), "");
  EXPECT_EQ(refusal(64, "4x4"), "a torus of 4x4 does not have 64 ranks");
  EXPECT_EQ(refusal(12, ""), "12 processes are not a power of two");
}

}  // namespace
}  // namespace collsim
