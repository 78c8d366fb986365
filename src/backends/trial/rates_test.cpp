#include "backends/trial/rates.hpp"

#include <gmock/gmock.h>

#include <set>

#include "backends/trial/heap.hpp"
#include "backends/trial/pinned.hpp"
#include "backends/trial/undisturbed.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

/// 24 cores in 2 domains of 12, 30 cores' worth of work, 30 MiB of cache per domain.
Platform hamilton_of_30() {
  return Platform::load("hamilton", {{"cores.effective", "30"}});
}

Point point_of(int processes, int ppn, std::int64_t count = 1000) {
  Point point;
  point.processes = processes;
  point.ppn = ppn;
  point.type = "int";
  point.count = count;
  return point;
}

Rates rates(const Platform& platform, const Point& point, int rank) {
  return AllRates(platform, point)[rank];
}

int domain_of(const Platform& platform, const Point& point, int rank) {
  return AllRates(platform, point).domain_of(rank);
}

TEST(Rates, RanksBeyondTheEffectiveCoresShareThem) {
  const Platform hamilton = hamilton_of_30();
  EXPECT_EQ(rates(hamilton, point_of(30, 30), 0).share, 1);
  EXPECT_EQ(rates(hamilton, point_of(45, 45), 0).share, 1.5);
  EXPECT_EQ(rates(hamilton, point_of(45, 45), 0).combine, rates(hamilton, point_of(2, 2), 0).combine / 1.5);
  const Platform star = Platform::load("star");  // names no effective cores: its 16 count
  EXPECT_EQ(rates(star, point_of(16, 16), 0).share, 1);
  EXPECT_EQ(rates(star, point_of(24, 24), 0).share, 1.5);
}

TEST(Rates, ThreadsOfARankCombineTogether) {
  const Platform star = Platform::load("star");
  Point point = point_of(2, 1);
  const Rates alone = rates(star, point, 0);
  point.threads = 8;
  const Rates together = rates(star, point, 0);
  EXPECT_EQ(together.combine, 8 * alone.combine);
  EXPECT_EQ(together.copy, alone.copy);
  EXPECT_EQ(together.share, alone.share);
}

/// One rank of a node of hamilton does not fill its memory, and 24 threads would.
TEST(Rates, ThreadsOfARankWaitForItsMemory) {
  const Platform hamilton = hamilton_of_30();
  Point point = point_of(2, 1, 64 << 20);
  EXPECT_EQ(rates(hamilton, point, 0).through_memory, 0);
  point.threads = 24;
  EXPECT_GT(rates(hamilton, point, 0).through_memory, 0);
}

/// Three bytes pass through memory for each that is combined, so that two ranks with 1 GB/s each ask for 6 GB/s.
TEST(Rates, RanksWaitForMemoryWhereTheyAskForMoreThanItGives) {
  const auto through_memory = [](const std::string& bandwidth) {
    const Platform platform =
        platform_of(cluster("core=\"4\"", "0-1"), 2, "", {{"memory.bandwidth", bandwidth}});
    Point point = point_of(2, 2);
    point.op = "user_sum";
    return rates(platform, point, 0).through_memory;
  };
  EXPECT_EQ(through_memory("6GBps"), 0);
  EXPECT_EQ(through_memory("5.9GBps"), 1);
}

TEST(Rates, OnlySharedCoresCostAQuantum) {
  const Platform hamilton = hamilton_of_30();
  for (const Level level : {Level::domain, Level::node, Level::network}) {
    EXPECT_EQ(rates(hamilton, point_of(2, 2), 0).taken(level).seconds, hamilton.overhead());
    EXPECT_DOUBLE_EQ(rates(hamilton, point_of(60, 60), 0).taken(level).seconds,
                     hamilton.overhead() + hamilton.number("quantum"));
  }
}

TEST(Rates, TheLastNodeHasTheRanksThatAreLeft) {
  const Platform hamilton = hamilton_of_30();
  Point point = point_of(100, 60);
  EXPECT_EQ(rates(hamilton, point, 59).share, 2);
  EXPECT_DOUBLE_EQ(rates(hamilton, point, 60).share, 40 / 30.0);
  point = point_of(121, 61);
  point.mapping = Mapping::round_robin;  // even ranks on node 0, odd ones on node 1
  EXPECT_DOUBLE_EQ(rates(hamilton, point, 0).share, 61 / 30.0);
  EXPECT_DOUBLE_EQ(rates(hamilton, point, 1).share, 60 / 30.0);
}

TEST(Rates, NeighboursFillADomainBeforeTheNext) {
  const Platform hamilton = hamilton_of_30();
  EXPECT_EQ(domain_of(hamilton, point_of(24, 24), 11), 0);
  EXPECT_EQ(domain_of(hamilton, point_of(24, 24), 12), 1);
  EXPECT_EQ(domain_of(hamilton, point_of(48, 24), 24), 0);  // the second node's first rank
}

TEST(Rates, AMessageCostsWhatItsLevelSays) {
  // Two nodes of two domains of two cores: rank 0's neighbour in the domain, one of the other domain, and one of the
  // other node.
  const auto seconds = [](const std::map<std::string, std::string>& properties) {
    std::string content = R"(<prop id="memory.domains" value="2"/>)";
    for (const auto& [name, value] : properties)
      content += fmt::format(R"(<prop id="{}" value="{}"/>)", name, value);
    const Platform platform = platform_of(content + cluster("core=\"4\"", "0-1"), 4);
    Point point = point_of(5, 4);
    point.op = "user_sum";
    const AllRates ranks(platform, point);
    std::vector<double> costs;
    for (const int from : {1, 2, 4}) costs.push_back(ranks.undisturbed_arrival(from, 0, 0).first);
    return costs;
  };
  using Costs = std::vector<double>;
  EXPECT_EQ(seconds({{"overhead", "3us"}}), Costs({3e-6, 3e-6, 3e-6}));
  EXPECT_EQ(seconds({{"overhead", "3us"}, {"overhead.node", "2us"}}), Costs({2e-6, 2e-6, 3e-6}));
  EXPECT_EQ(seconds({{"overhead", "3us"}, {"overhead.domain", "1us"}}), Costs({1e-6, 3e-6, 3e-6}));
}

TEST(Rates, LargeTemporaryMemoryIsFreshAtEveryCall) {
  const RateFrom fresh =
      rate_from(platform_of(R"(<prop id="fresh@1KiB" value="2GBps"/>)" + cluster("", "0-1"), 2), "fresh");
  EXPECT_EQ(fresh.seconds(1023), 0);
  EXPECT_EQ(fresh.seconds(1024), 512e-9);
  EXPECT_EQ(rate_from(Platform::load("star"), "fresh").seconds(1e12), 0);
}

TEST(Rates, OfAHeapIsFreshWhatIsTwiceItsLargestVector) {
  const RateFrom fresh{.from = 1000, .rate = 10}, trimmed{.from = 100, .rate = 5};
  Heap heap(fresh, trimmed);
  EXPECT_EQ(heap.allocate(1000), 100) << "mapped by itself";
  EXPECT_EQ(heap.allocate(200), 0) << "kept from call to call";
  EXPECT_EQ(heap.allocate(100), 0);
  EXPECT_EQ(heap.allocate(100), 80) << "all three";
  EXPECT_EQ(heap.allocate(50), 10) << "the others have been found";
  for (int i = 0; i < 4; ++i) heap.give_back();
  EXPECT_EQ(heap.allocate(200), 0);
  EXPECT_EQ(heap.allocate(200), 80);
  Heap small(fresh, trimmed);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(small.allocate(99), 0);
  EXPECT_EQ(
      rate_from(platform_of(R"(<prop id="trimmed@1KiB" value="2GBps"/>)" + cluster("", "0-1"), 2), "trimmed")
          .from,
      1024);
}

TEST(Rates, WhatMeetsPinnedMemoryIsPinnedWithIt) {
  std::vector<std::byte> memory(4096);
  const auto at = [&](int byte) { return memory.data() + byte; };
  Pinned pinned({.from = 1000, .rate = 1}, 64);
  EXPECT_FALSE(pinned.knows(999));
  EXPECT_EQ(pinned.seconds(at(0), 64), 0) << "nobody's temporary vector";
  pinned.add(at(0), 4096);
  EXPECT_EQ(pinned.seconds(at(0), 48), 64) << "behind the sixteen bytes of its header";
  EXPECT_EQ(pinned.seconds(at(8), 40), 0) << "is pinned";
  EXPECT_EQ(pinned.seconds(at(48), 64), 64) << "begins where a piece does";
  EXPECT_EQ(pinned.seconds(at(1000), 4), 64);
  EXPECT_EQ(pinned.seconds(at(100), 100), 192) << "with the piece that it meets, not with the first";
  EXPECT_EQ(pinned.seconds(at(4000), 200), 0) << "reaches out of the vector";
  EXPECT_EQ(pinned.vectors(), 1);
  pinned.remove(at(0));
  pinned.add(at(0), 4096);
  EXPECT_EQ(pinned.seconds(at(0), 48), 64) << "anew";
}

TEST(Rates, LargerMessagesFromOtherNodesMayCostMore) {
  const Platform platform = platform_of(
      R"(<prop id="overhead" value="1us"/><prop id="overhead@64" value="2us"/><prop id="overhead@1KiB" value="5us"/>)" +
          cluster("core=\"4\"", "0-1"),
      2);
  Point point = point_of(5, 4);
  point.op = "user_sum";
  const AllRates ranks(platform, point);
  std::vector<double> costs;
  for (const double bytes : {63, 64, 1023, 1024})
    costs.push_back(ranks.undisturbed_arrival(4, 0, bytes).first);
  EXPECT_THAT(costs, ::testing::ElementsAre(::testing::DoubleEq(1e-6), ::testing::DoubleEq(2e-6),
                                            ::testing::DoubleEq(2e-6), ::testing::DoubleEq(5e-6)));
  EXPECT_EQ(ranks.undisturbed_arrival(1, 0, 1024).first, 1e-6);
}

TEST(Rates, AReceiverTakesEveryByteOffTheNetwork) {
  const Platform platform =
      platform_of(R"(<prop id="arrival" value="2GBps"/>)" + cluster("core=\"4\"", "0-1"), 2);
  Point point = point_of(5, 4);
  point.op = "user_sum";
  const AllRates ranks(platform, point);
  EXPECT_EQ(ranks.undisturbed_arrival(4, 0, 1000), std::pair(0.0, 0.5e-9));
  EXPECT_EQ(ranks.undisturbed_arrival(1, 0, 1000), std::pair(0.0, 0.0)) << "from its own node";
}

TEST(Ways, AreThoseOfTheNetwork) {
  for (const char* name : {"star", "leonardo"}) {
    const std::shared_ptr<const Network> network = Network::of_platform(Platform::load(name));
    Ways ways(network);
    std::vector<int> links;
    for (const int from : {3, 0, 3})
      for (const int to : {1, 3, 30, 1}) {
        const Way way = ways.way_between(from, to);
        EXPECT_EQ(way.latency, network->route(from, to, links));
        double slowest = 0;
        for (const int link : links) slowest = std::max(slowest, 1 / network->bandwidth(link));
        EXPECT_EQ(way.per_byte, slowest) << name << ", " << from << " to " << to;
      }
  }
}

TEST(Ways, AreOfOneKindWhereTheyTakeTheSame) {
  Ways ways(Network::of_platform(Platform::load("leonardo")));
  std::set<std::size_t> kinds;
  for (int from = 0; from < 200; ++from)
    for (int to = 199; to >= 0; --to) {
      const std::size_t kind = ways.kind(from, to);
      kinds.insert(kind);
      EXPECT_EQ(ways.of_kind(kind), ways.way_between(from, to));
    }
  EXPECT_GT(kinds.size(), 2U);
  EXPECT_LT(kinds.size(), 10U);
}

/// Whoever asks for many messages is told the same as who asks for one.
TEST(Rates, AMessageDoesNotDependOnTheOnesAskedForBefore) {
  const Platform leonardo = Platform::load("leonardo");
  const auto network = std::shared_ptr<const Network>(Network::of_platform(leonardo));
  const Point point = point_of(70, 32);  // the last node has six
  const Wire many = undisturbed_wire(leonardo, network, point);
  for (const double bytes : {8.0, 100000.0, 8.0})
    for (int from = 0; from < 70; from += 3)
      for (int to = 69; to >= 0; to -= 7)
        if (from != to) {
          EXPECT_EQ(many(from, to, bytes), undisturbed_wire(leonardo, network, point)(from, to, bytes))
              << from << " to " << to << ", " << bytes << " B";
        }
}

/// Up to the switch and down again, 16 bytes more than the data, and what the receiver does.
TEST(Rates, AMessageUndisturbedTakesItsWayAndItsReceiver) {
  const Platform platform = platform_of(
      R"(<prop id="overhead" value="3us"/><prop id="arrival" value="2GBps"/>)" + cluster("", "0-1"), 2);
  Point point = point_of(2, 1);
  point.op = "user_sum";
  const auto [alpha, beta] = undisturbed_wire(platform, Network::of_platform(platform), point)(0, 1, 1000);
  EXPECT_DOUBLE_EQ(alpha, 2 * 1.3e-6 + 16 / 1.7e9 + 3e-6);
  EXPECT_DOUBLE_EQ(beta, 1 / 1.7e9 + 1 / 2e9);
}

TEST(Rates, EagerMessagesBetweenNodesAreCopied) {
  // Out of a buffer at 0.5 GB/s, into one as anything is copied, at 1 GB/s.
  const Platform platform =
      platform_of(R"(<prop id="eager.copy" value="0.5GBps"/><prop id="send_overhead" value="1us"/>)" +
                      cluster("core=\"4\"", "0-1"),
                  2, R"(<config><prop id="smpi/async-small-thresh" value="2048"/></config>)");
  Point point = point_of(5, 4);
  point.op = "user_sum";
  const AllRates ranks(platform, point);
  EXPECT_TRUE(ranks[0].takes_time);
  EXPECT_DOUBLE_EQ(ranks.undisturbed_arrival(4, 0, 2000).first, 4e-6);
  EXPECT_EQ(ranks.undisturbed_arrival(4, 0, 2048).first, 0);
  EXPECT_EQ(ranks.undisturbed_arrival(1, 0, 2000).first, 0);
  EXPECT_DOUBLE_EQ(ranks[0].departure(Level::network, 2000), 1e-6 + 2e-6);
  EXPECT_EQ(ranks[0].departure(Level::network, 2048), 1e-6);
  EXPECT_EQ(ranks[0].departure(Level::node, 2000), 1e-6);
}

TEST(Rates, LevelsFollowNodesAndCores) {
  const Platform hamilton = hamilton_of_30();
  Point point = point_of(4, 1);
  point.places = {"a file", {{5, 0}, {5, 23}, {2, 0}, {5, 11}}};
  const AllRates ranks(hamilton, point);
  EXPECT_EQ(ranks.level(0, 1), Level::node);
  EXPECT_EQ(ranks.level(0, 2), Level::network);
  EXPECT_EQ(ranks.level(0, 3), Level::domain);
  EXPECT_EQ(ranks.domain_of(1), 1);
}

TEST(Rates, OnlyWhatDoesNotFitTheCachePassesThroughMemory) {
  const Platform hamilton = Platform::load("hamilton", {{"memory.bandwidth", "1GBps"}});
  const auto through = [&](int ranks, std::int64_t bytes) {
    return rates(hamilton, point_of(ranks, ranks, bytes / 4), 0).through_memory;
  };
  constexpr std::int64_t cache = 30 << 20;
  EXPECT_EQ(through(1, cache / 2), 0);  // two vectors of one rank
  EXPECT_NEAR(through(1, cache / 2 + 4), 0, 1e-6);
  EXPECT_GT(through(1, cache / 2 + 4), 0);
  EXPECT_DOUBLE_EQ(through(1, cache), 0.5);
  EXPECT_DOUBLE_EQ(through(12, cache / 12), 0.5);  // twelve ranks of one domain
  EXPECT_DOUBLE_EQ(through(24, cache / 12), 0.5);  // and twelve of the other
}

TEST(Rates, MemoryFasterThanAllRanksSlowsNobody) {
  // Combining ints for a user moves 3 bytes per byte, at 700 MB/s each; a message moves 2 at 7.6 GB/s.
  Point point = point_of(2, 2, 8 << 20);
  point.op = "user_sum";
  const double demand = 2 * 2 * 7.6e9;
  const auto through = [&](double bandwidth) {
    return rates(Platform::load("hamilton", {{"memory.bandwidth", std::to_string(bandwidth) + "Bps"}}), point,
                 0)
        .through_memory;
  };
  EXPECT_EQ(through(demand * 1.01), 0);
  EXPECT_GT(through(demand * 0.99), 0);
}

}  // namespace
}  // namespace collsim
