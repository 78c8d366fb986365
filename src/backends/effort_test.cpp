#include <gtest/gtest.h>

#include "backends/backend.hpp"

namespace collsim {
namespace {

double effort(const Point& point) {
  return backend(point).effort(point, Platform::load(point.platform));
}

Point ring(int processes, std::int64_t count, Data data = Data::time) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.backend = "smpi";
  point.platform = "flat";
  point.processes = processes;
  point.options = describe("allreduce", "ring").resolve({});
  point.count = count;
  point.data = data;
  return point;
}

TEST(BackendEffort, CountsEveryExecution) {
  const auto looped = [](int loop) {
    Point point = ring(8, 1024);
    point.loop = loop;
    return effort(point);
  };
  EXPECT_GT(looped(2), looped(1));
  EXPECT_NEAR(looped(3) - looped(2), looped(2) - looped(1), 1e-12);
}

TEST(BackendEffort, DataCostsTimeOnlyWhereItMoves) {
  EXPECT_NEAR(effort(ring(8, 1 << 20)), effort(ring(8, 1 << 10)), 1e-12);
  // 2 (p - 1) n bytes sent, 3 p n bytes held
  const double byte = (effort(ring(8, 1 << 20, Data::verify)) - effort(ring(8, 1 << 20))) / (8.0 * (1 << 20));
  EXPECT_NEAR(byte, 0.7e-9 * (14 + 24), 1e-12);
}

TEST(BackendEffort, AMessageCostsMoreAmongManyRanks) {
  // 2 p (p - 1) messages
  const auto per_message = [](Point point) {
    const double once = effort(point);
    point.loop = 2;
    return (effort(point) - once) / (2.0 * point.processes * (point.processes - 1));
  };
  EXPECT_GT(per_message(ring(64, 64)), per_message(ring(8, 64)));
}

TEST(BackendEffort, TheFastEnginesMessagesCostMoreBeyondTheCacheAndWhereTheyContend) {
  const auto per_message = [](int processes, const std::string& network, int ppn,
                              const std::string& platform = "lumi", std::int64_t count = 64) {
    Point point = ring(processes, count);
    point.backend = "fast";
    point.network = network;
    point.ppn = ppn;
    point.platform = platform;
    const double once = effort(point);
    point.loop = 2;
    return (effort(point) - once) / (2.0 * processes * (processes - 1));
  };
  EXPECT_NEAR(per_message(64, "loggp", 1), 160e-9, 1e-15);
  EXPECT_NEAR(per_message(64, "loggp", 1, "flat"), 10e-9, 1e-15) << "one rank stands for all";
  EXPECT_NEAR(per_message(64, "links", 1), 300e-9, 1e-15);
  EXPECT_NEAR(per_message(64, "fluid", 1), 700e-9, 1e-15) << "rates are shared anew";
  EXPECT_NEAR(per_message(64, "hockney", 4), 160e-9, 1e-15) << "four ranks leave the memory idle";
  EXPECT_NEAR(per_message(48, "hockney", 24, "cray_xe6", 1 << 20), 560e-9, 1e-15) << "ranks wait for memory";
  EXPECT_NEAR(per_message(16384, "links", 4), 630e-9, 1e-12);
}

/// Its messages are known to nobody before ranks have come.
TEST(BackendEffort, OfATolerantReduceGrowsLittleFasterThanItsRanks) {
  const auto tolerant = [](int processes) {
    Point point = ring(processes, 64);
    point.backend = "fast";
    point.network = "links";
    point.collective = "reduce";
    point.algorithm = "imbalance_tolerant";
    point.options = describe("reduce", "imbalance_tolerant").resolve({});
    point.ppn = 24;
    return effort(point);
  };
  EXPECT_LT(tolerant(24'000), 80 * tolerant(2400));
}

TEST(BackendEffort, OfPointsThatAreAnsweredTogetherIsLess) {
  Point small = ring(64, 64), large = ring(64, 4096), contended = ring(64, 64);
  for (Point* point : {&small, &large, &contended}) {
    point->backend = "fast";
    point->network = "hockney";
    point->platform = "lumi";
  }
  contended.network = "links";
  const Point tree = [&] {
    Point other = small;
    other.algorithm = "tree";
    return other;
  }();
  const Platform lumi = Platform::load("lumi");
  const auto found =
      efforts(std::vector<Asked>{{&small, &lumi}, {&large, &lumi}, {&contended, &lumi}, {&tree, &lumi}});
  EXPECT_LT(found[0], effort(small) * 0.7);
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], effort(contended));
  EXPECT_EQ(found[3], effort(tree));
}

TEST(BackendEffort, IsNoneWhereThereIsNoAnswer) {
  Point answered = ring(15, 64);
  answered.collective = "allgather";
  answered.platform = "lumi";
  Point unsupported = answered;
  unsupported.algorithm = "neighbor_exchange";
  const Platform lumi = Platform::load("lumi");
  ASSERT_NE(why_unsupported(unsupported, lumi), "") << "it needs an even number of ranks";
  const auto found = efforts_where_supported(std::vector<Asked>{{&unsupported, &lumi}, {&answered, &lumi}});
  EXPECT_EQ(found[0], 0);
  EXPECT_GT(found[1], 0);
}

TEST(BackendEffort, AFormulaCostsWhatItsPairsDoHoweverOftenTheyExchange) {
  Point point = ring(64, 64);
  point.backend = "model";
  const double once = effort(point);
  EXPECT_LT(once, 1e-3);
  Point doubling = point;
  doubling.algorithm = "recursive_doubling";
  doubling.options = describe("allreduce", "recursive_doubling").resolve({});
  EXPECT_NEAR(effort(doubling) - once, (6 - 2) * 64 * 150e-9, 1e-12) << "stages of 64 messages each";
}

TEST(BackendEffort, SmpiHasAllNodesOfATorusInEveryTrial) {
  const auto on = [](const std::string& platform) {
    Point point = ring(8, 64);
    point.platform = platform;
    return effort(point);
  };
  EXPECT_NEAR(on("cray_t3e") - on("star"), 512 * 12e-6, 1e-12);
  EXPECT_EQ(on("lumi"), on("star")) << "groups are spelled out as far as they are needed";
}

Point fast_ring(int processes) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = "ring";
  point.options = describe("allreduce", "ring").resolve({});
  point.backend = "fast";
  point.platform = "flat";
  point.processes = processes;
  point.count = 1 << 20;
  point.data = Data::time;
  return point;
}

TEST(BackendMemory, IsThatOfTheRanksAndTheirVectors) {
  Point point = fast_ring(1 << 10);
  const std::int64_t ranks = backend(point).memory(point);
  EXPECT_EQ(ranks, 8 << 20) << "8 KiB each; vectors that nobody writes to are no memory";
  point.data = Data::verify;
  EXPECT_EQ(backend(point).memory(point), ranks + 4 * point.processes * point.bytes());
  Point hierarchical = point;
  hierarchical.algorithm = "hierarchical";
  hierarchical.options = describe("allreduce", "hierarchical").resolve({});
  EXPECT_EQ(backend(hierarchical).memory(hierarchical), ranks + 6 * point.processes * point.bytes())
      << "and what ranks of nodes share";
  point.backend = "smpi";
  point.data = Data::time;
  EXPECT_EQ(backend(point).memory(point), (200 << 20) + point.bytes());
  point.backend = "model";
  EXPECT_EQ(backend(point).memory(point), 0);
}

TEST(BackendMemory, IrregularBlocksAreKnownToEveryRankThatIsThereAtOnceUnlessAllHaveTheSame) {
  Point point = fast_ring(1 << 10);
  const std::int64_t fibers = backend(point).memory(point);
  point.collective = "allgatherv";
  point.options = describe("allgatherv", "ring").resolve({});
  EXPECT_EQ(backend(point).memory(point), fibers) << "all have the same";
  point.backend = "smpi";
  EXPECT_EQ(backend(point).memory(point), (200 << 20) + point.bytes() + 28 * (1 << 20))
      << "nothing is shared";
  point.backend = "fast";
  point.collective = "gatherv";
  point.algorithm = "binomial";
  point.options = describe("gatherv", "binomial").resolve({});
  EXPECT_EQ(backend(point).memory(point), fibers) << "nobody knows the sizes but the root";
  point.collective = "alltoallv";
  point.algorithm = "pairwise";
  point.options = describe("alltoallv", "pairwise").resolve({});
  EXPECT_EQ(backend(point).memory(point), fibers) << "one is recorded after the other";
  point.balance = true;
  EXPECT_GE(backend(point).memory(point), fibers + 28 * (1 << 20)) << "traces are of fibers";
  point.balance = false;
  point.algorithm = "hierarchical";
  point.options = describe("alltoallv", "hierarchical").resolve({});
  point.ppn = 16;
  EXPECT_GE(backend(point).memory(point), fibers + 316 * (1 << 20)) << "each has its node's sizes, too";
  point.backend = "smpi";
  EXPECT_EQ(backend(point).memory(point), (200 << 20) + point.bytes() + 316 * (1 << 20))
      << "where ranks are there at once";
}

TEST(BackendMemory, MessagesThatArePostedAtOnceAreHeldAtOnce) {
  Point point = fast_ring(1 << 10);
  const std::int64_t ranks = backend(point).memory(point);
  const auto more = [&](const std::string& algorithm, const std::map<std::string, std::string>& options) {
    point.collective = "alltoall";
    point.algorithm = algorithm;
    point.options = describe("alltoall", algorithm).resolve(options);
    return (backend(point).memory(point) - ranks) / 700;
  };
  EXPECT_EQ(more("pairwise", {}), 0);
  EXPECT_EQ(more("irecv_isend", {}), 1024 * 1023);
  EXPECT_EQ(more("irecv_isend", {{"throttle", "32"}}), 1024 * 32);
  point.ppn = 16;
  EXPECT_EQ(more("imbalance_tolerant", {}), 1024 * (64 + 11))
      << "63 to other nodes, and two trees' as elsewhere";
  EXPECT_EQ(more("hierarchical", {{"inter", "irecv_isend"}, {"senders", "4"}}), 4 * 64 * 63);
  EXPECT_EQ(more("hierarchical", {{"inter", "pairwise"}, {"senders", "4"}}), 0);
}

TEST(BackendMemory, IsThatOfARecordedScheduleWhereThereIsRoomForIt) {
  const Point point = fast_ring(1 << 10);
  const Platform flat = Platform::load("flat");
  const std::int64_t fibers = 8 << 20, schedule = (1 << 20) + 2 * 1023 * 1024 * 64;
  EXPECT_EQ(backend(point).memory_at_most(point, flat, schedule), schedule);
  EXPECT_EQ(backend(point).memory_at_most(point, flat, schedule - 1), fibers);
  Point verified = point;
  verified.data = Data::verify;
  verified.count = 1;
  EXPECT_EQ(backend(point).memory_at_most(verified, flat, schedule), backend(point).memory(verified));
}

TEST(BackendMemory, ARecordedScheduleHoldsItsMessages) {
  Point point = fast_ring(16);
  point.schedule = RunsAs::recorded;
  point.count = 0;
  EXPECT_EQ(backend(point).memory(point), 16 * 1024 + 2 * 15 * 16 * 64);
  point.loop = 3;
  EXPECT_EQ(backend(point).memory(point), 16 * 1024 + 2 * 15 * 16 * 64);
}

TEST(BackendMemory, ARecordedScanOfNodesHoldsRoundsRatherThanAllPairs) {
  for (const char* collective : {"scan", "exscan"}) {
    Point point = fast_ring(65'544);
    point.collective = collective;
    point.algorithm = "hierarchical";
    point.options = describe(collective, "hierarchical").resolve({});
    point.schedule = RunsAs::recorded;
    point.ppn = 24;
    EXPECT_LT(backend(point).memory(point), 1 << 30) << collective;
  }
}

}  // namespace
}  // namespace collsim
