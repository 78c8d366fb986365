#include "backends/fast/simulate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <numeric>
#include <span>

#include "backends/fast/testing/ranks.hpp"
#include "backends/trial/arena.hpp"
#include "models/loggp.hpp"
#include "support/data_dir.hpp"
#include "tests/folder.hpp"

namespace collsim::fast {
namespace {

Point allreduce(const std::string& algorithm, int processes, std::int64_t count) {
  Point point;
  point.collective = "allreduce";
  point.algorithm = algorithm;
  point.options = describe("allreduce", algorithm).resolve({});
  point.backend = "fast";
  point.processes = processes;
  point.count = count;
  return point;
}

/// LogGP's prediction of an allreduce on `flat`.
double predicted(const Platform& flat, const Point& point) {
  const LogGP machine = {.L = 1e-6,
                         .o_send = flat.number("send_overhead"),
                         .o_receive = flat.overhead(),
                         .g = flat.number("gap"),
                         .G = 1 / 10e9,
                         .envelope = flat.number("envelope")};
  const Cost cost = describe("allreduce", point.algorithm).cost(point.shape(), point.options);
  return predict(cost, point.shape(), [&](int, int, double) { return machine; },
                 {.gamma = 1 / 10e9, .kappa = 1 / 20e9});
}

TEST(Simulate, AgreesWithLogGP) {
  const Platform flat = Platform::load("flat");
  for (const std::string algorithm : {"recursive_doubling", "ring"})
    for (const int processes : {2, 8, 64})
      for (const std::int64_t count : {64, 64 * 1000}) {
        Point point = allreduce(algorithm, processes, count);
        point.network = "loggp";
        const double expected = predicted(flat, point);
        EXPECT_NEAR(simulate(flat, point).seconds / expected, 1, 1e-12)
            << algorithm << processes << " " << count;
      }
}

/// Two ranks of a node, ten pages of a result, of which one is written to.
TEST(Simulate, PagesOfAResultAreChargedApart) {
  const Platform cray = Platform::load("cray_xe6");
  const auto seconds = [&](const std::map<std::string, std::string>& options) {
    Point point = allreduce("hierarchical", 2, 10 * 512);
    point.options = describe("allreduce", "hierarchical").resolve(options);
    point.ppn = 2;
    point.network = "links";
    const Outcome outcome = simulate(cray, point);
    EXPECT_EQ(outcome.status.text(), "ok");
    return outcome.seconds;
  };
  const double shared = seconds({{"result", "shared"}});
  constexpr double map = 1.5e-6, fault = 0.85e-6, first_write = 0.85e-6, unmap = 0.1e-6;
  EXPECT_NEAR(seconds({{"result", "cow"}}) - shared, map + 10 * fault + 10 * unmap, 1e-12);
  EXPECT_NEAR(seconds({{"result", "cow"}, {"written", "10"}}) - shared,
              map + 9 * fault + first_write + 4096 / 4.8e9 + 10 * unmap, 1e-12);
  EXPECT_NEAR(seconds({}) - shared, 10 * 4096 / 4.8e9, 1e-12);
}

/// The platform with a property more.
std::string with(const collsim::testing::Folder& folder, const std::string& platform,
                 const std::string& property) {
  std::string text = collsim::testing::contents((data_dir() / "platforms" / (platform + ".xml")).string());
  text.insert(text.find("    <prop id=\"levels\""), property);
  const std::string file = (folder.path() / "with.xml").string();
  std::ofstream(file) << text;
  return file;
}

/// Each of two ranks of a core complex brings its vector once.
TEST(Simulate, WhatOthersReadIsWrittenAtARateOfItsOwn) {
  constexpr std::int64_t count = 512;
  const collsim::testing::Folder folder;
  const std::string slower = with(folder, "orfeo_epyc",
                                  "<prop id=\"level.complex.shared\" value=\"1GBps\"/>"
                                  "<prop id=\"source.level.complex.shared\" value=\"given: a test\"/>\n");
  for (const RunsAs schedule : {RunsAs::fibers, RunsAs::recorded}) {
    const auto seconds = [&](const std::string& platform) {
      Point point = allreduce("hierarchical", 2, count);
      point.ppn = 2;
      point.network = "links";
      point.schedule = schedule;
      return simulate(Platform::load(platform), point).seconds;
    };
    EXPECT_NEAR(seconds(slower) - seconds("orfeo_epyc"), count * 8 * (1e-9 - 1 / 23.4e9), 1e-12);
  }
}

/// Recursive doubling receives into one vector more than the application has.
TEST(Simulate, OnlyTemporaryMemoryIsFresh) {
  const auto seconds = [](const std::map<std::string, std::string>& overrides) {
    Point point = allreduce("recursive_doubling", 4, 4 << 20);
    point.data = Data::time;
    point.network = "links";
    return simulate(Platform::load("mare_nostrum", overrides), point).seconds;
  };
  const double slow = seconds({{"fresh@32MiB", "1GBps"}}), slower = seconds({{"fresh@32MiB", "0.5GBps"}});
  EXPECT_NEAR(slower - slow, (32 << 20) / 1e9, 1e-9);
  EXPECT_EQ(seconds({{"trimmed@384KiB", "1GBps"}}), seconds({}));
}

/// Whatever ranks tell one another must reach them where payload does not: tables of sizes, too.
TEST(Simulate, VerifyAndTimeModeTakeTheSameTimeWithEveryAlgorithmOnUnevenNodes) {
  const Platform nodes = Platform::load("star_of_nodes");
  for (const Description* about : descriptions()) {
    Point point = allreduce("ring", 7, collective(about->collective).fitting(1000, 7));
    point.collective = about->collective;
    point.algorithm = about->name;
    point.options = about->resolve({});
    point.distribution =
        collective(about->collective).size == Collective::Size::varied ? "geometric" : "regular";
    point.platform = "star_of_nodes";
    point.ppn = 4;
    point.network = "links";
    if (!about->why_unsupported(point.shape(), point.options).empty()) continue;
    const Outcome verified = simulate(nodes, point);
    EXPECT_EQ(verified.status.text(), "ok") << about->full_name();
    point.data = Data::time;
    const Outcome timed = simulate(nodes, point);
    EXPECT_EQ(timed.status.text(), "ok") << about->full_name();
    EXPECT_EQ(timed.seconds, verified.seconds) << about->full_name();
  }
}

TEST(Simulate, VerifyAndTimeModeTakeTheSameTimeOnEveryPlatform) {
  for (const std::string& name : platform_names()) {
    const Platform platform = Platform::load(name);
    for (const std::string algorithm : {"ring", "rabenseifner"}) {
      Point point = allreduce(algorithm, 2 * std::min(platform.cores(), 4) + 1, 3000);
      point.ppn = std::min(platform.cores(), 4);
      point.platform = name;
      point.network = platform.network();
      point.loop = 2;
      const Outcome verified = simulate(platform, point);
      point.data = Data::time;
      const Outcome timed = simulate(platform, point);
      EXPECT_EQ(verified.status.text(), "ok") << name;
      EXPECT_GT(verified.seconds, 0) << name;
      EXPECT_EQ(timed.seconds, verified.seconds) << name;
      EXPECT_EQ(timed.seconds_mean, verified.seconds_mean) << name;
      EXPECT_EQ(timed.messages, verified.messages) << name;
      EXPECT_EQ(timed.bytes_sent, verified.bytes_sent) << name;
    }
  }
}

TEST(Simulate, OnTheIdealStarTheTimeIsTheSumOfTheStages) {
  // recursive doubling at 8 ranks: 800 bytes copied at 4 GB/s; three rounds of 1 us, 816 bytes at 1 GB/s, 800
  // combined at 1 GB/s.
  const Platform star = Platform::load("star");
  for (const std::string network : {"hockney", "links", "fluid", "loggp"}) {
    Point point = allreduce("recursive_doubling", 8, 100);
    point.network = network;
    EXPECT_NEAR(simulate(star, point).seconds, 800 / 4e9 + 3 * (1e-6 + 816 / 1e9 + 800 / 1e9), 1e-18)
        << network;
  }
}

TEST(Simulate, RefusesANetworkThatItDoesNotKnow) {
  Point point = allreduce("ring", 2, 1);
  point.network = "fluids";
  try {
    simulate(Platform::load("star"), point);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown network model 'fluids'; did you mean 'fluid'?");
  }
}

/// What rank 1 has of the first two columns of a matrix of 3 x 4 ints that rank 0 sends, as a row of its own.
std::vector<int> columns(std::span<int, 12> matrix, const Settings& settings, std::int64_t detached) {
  testing::Machine machine;
  machine.settings = settings;
  machine.protocol.detached = detached;
  std::vector<int> row(6, -1);
  testing::run(machine, {[&] {
                           std::iota(matrix.begin(), matrix.end(), 0);
                           const int pairs[] = {2, 2, 2};
                           const Aint places[] = {0, 16, 32};
                           const TypeMap type(pairs, places, TypeMap::of_type(mpi_int));
                           testing::transport().send({matrix.data(), 1, type.handle(), type.size()}, 1, 0);
                         },
                         [&] {
                           testing::transport().receive({row.data(), 6, mpi_int, 24}, 0);
                         }});
  return row;
}

TEST(Data, DerivedTypesAreCarried) {
  std::array<int, 12> matrix;
  for (const std::int64_t detached : {0, 100})
    EXPECT_EQ(columns(matrix, {}, detached), std::vector({0, 1, 4, 5, 8, 9}));
}

TEST(Data, InTimeModeAllButPayloadIsCarried) {
  Arena arena;
  const std::span<int, 12> payload(reinterpret_cast<int*>(arena.at_least(12 * sizeof(int))), 12);
  std::array<int, 12> control;
  const Settings timed{.carries_data = false, .payload = &arena};
  for (const std::int64_t detached : {0, 100}) {
    EXPECT_EQ(columns(payload, timed, detached), std::vector(6, -1));
    EXPECT_EQ(columns(control, timed, detached), std::vector({0, 1, 4, 5, 8, 9}));
  }
}

/// What a rank calls, a letter for each message call: S MPI_Send, R MPI_Recv, X MPI_Sendrecv, ? anything else, such as a
/// send that is waited for later. A wait of a Sendrecv begins when both have been posted.
std::string calls_of(const Trace& trace) {
  using Kind = collsim::Event::Kind;
  std::string calls;
  const auto is = [&](std::size_t place, Kind kind) {
    return place < trace.size() && trace[place].kind == kind;
  };
  const auto waits_for = [&](std::size_t wait, std::size_t post) {
    return is(wait, Kind::wait) && trace[wait].request == trace[post].request;
  };
  for (std::size_t i = 0; i < trace.size();) {
    if (is(i, Kind::combine) || is(i, Kind::copy)) {
      ++i;
    } else if (is(i, Kind::post_recv) && is(i + 1, Kind::post_send) &&
               ((waits_for(i + 2, i) && waits_for(i + 3, i + 1)) ||
                (waits_for(i + 2, i + 1) && waits_for(i + 3, i)))) {
      calls += 'X';
      i += 4;
    } else if ((is(i, Kind::post_send) || is(i, Kind::post_recv)) && waits_for(i + 1, i)) {
      calls += is(i, Kind::post_send) ? 'S' : 'R';
      i += 2;
    } else {
      calls += '?';
      ++i;
    }
  }
  return calls;
}

/// As Rabenseifner says of his protocols; an alltoall that posts everything at once does not.
TEST(Simulate, RabenseifnersProtocolsSendAndReceiveBlocking) {
  const Platform star = Platform::load("star");
  const auto calls = [&](const std::string& collective, const std::string& algorithm, int processes) {
    Point point = allreduce("ring", processes, 16 * processes);
    point.collective = collective;
    point.algorithm = algorithm;
    point.options = describe(collective, algorithm).resolve({});
    point.network = "links";
    std::vector<Trace> traces;
    simulate(star, point, &traces);
    std::string all;
    for (const Trace& trace : traces) all += calls_of(trace);
    return all;
  };
  for (const int processes : {2, 3, 8, 13})
    for (const auto& [collective, algorithm] : {std::pair{"reduce", "rabenseifner"},
                                                {"allreduce", "rabenseifner"},
                                                {"allreduce", "halving_doubling"}}) {
      const std::string found = calls(collective, algorithm, processes);
      EXPECT_EQ(found.find('?'), found.npos) << collective << "/" << algorithm << " " << found;
      EXPECT_NE(found.find('X'), found.npos);
    }
  EXPECT_NE(calls("alltoall", "irecv_isend", 8).find('?'), std::string::npos);
}

TEST(Network, IsReadOnceForEachVariantOfAPlatform) {
  const Platform star = Platform::load("star"), faster = Platform::load("star", {{"link.bandwidth", "x2"}});
  EXPECT_EQ(network_of(star), network_of(Platform::load("star")));
  EXPECT_NE(network_of(star), network_of(faster));
}

}  // namespace
}  // namespace collsim::fast
