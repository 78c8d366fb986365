// Formula, fast engine and SMPI on a node with levels, where nothing holds anything up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/backend.hpp"
#include "evidence/validation/native.hpp"
#include "platforms/levels.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

const std::string levels =
    R"(<prop id="combine.arithmetic" value="2GBps"/> <prop id="levels" value="complex, die, node"/>
       <prop id="level.complex.cores" value="2"/> <prop id="level.die.cores" value="4"/>
       <prop id="level.node.cores" value="8"/>
       <prop id="level.complex.latency" value="150ns"/> <prop id="level.complex.rate" value="12GBps"/>
       <prop id="level.die.latency" value="320ns"/> <prop id="level.die.rate" value="9GBps"/>
       <prop id="level.node.latency" value="400ns"/> <prop id="level.node.rate" value="5GBps"/>
       <prop id="level.node.latency@4KiB" value="600ns"/>
       <prop id="overhead.node" value="30ns"/>)";

const std::string memory =
    R"(<cluster id="memory" prefix="memory-" suffix="" radical="0-1" speed="400Gf" bw="1GBps" lat="0"/>)";

std::string who(const Point& point) {
  std::string all = point.backend.text();
  if (!point.network.text().empty()) all += " " + point.network.text();
  return point.schedule == RunsAs::recorded ? all + ", recorded" : all;
}

std::map<std::string, Outcome> answers(const Platform& platform, Point point) {
  std::vector<Point> points;
  point.platform = platform.file();
  for (const auto& [backend, network, schedule] : {std::tuple("model", "", RunsAs::fibers),
                                                   {"smpi", "", RunsAs::fibers},
                                                   {"fast", "links", RunsAs::fibers},
                                                   {"fast", "fluid", RunsAs::fibers},
                                                   {"fast", "loggp", RunsAs::fibers},
                                                   {"fast", "hockney", RunsAs::fibers},
                                                   {"fast", "links", RunsAs::recorded}}) {
    point.backend = backend;
    point.network = NetworkName(network);
    point.schedule = schedule;
    points.push_back(point);
  }
  std::map<std::string, Outcome> found;
  answer(
      platform, points, 2, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) { found[who(points[index])] = outcome; },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
  return found;
}

using Properties = std::map<std::string, std::string>;

/// In a file, since the fast engine reads it again.
class OnFile {
 public:
  explicit OnFile(const Properties& properties)
      : path_(fmt::format("{}levels_{}.xml", ::testing::TempDir(), getpid())) {
    const std::string nodes = cluster("core=\"8\" loopback_bw=\"1PBps\" loopback_lat=\"0\"", "0-1");
    std::string more;
    for (const auto& [name, value] : properties)
      more += fmt::format("<prop id=\"{}\" value=\"{}\"/>", name, value);
    std::ofstream(path_) << platform_of(levels + more + nodes + memory, 0).xml();
  }
  ~OnFile() { std::filesystem::remove(path_); }
  OnFile(const OnFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void expect_agreement(const Properties& properties, const Point& point,
                      const std::vector<std::string>& of = {}) {
  const OnFile file(properties);
  auto found = answers(Platform::load(file.path()), point);
  if (!of.empty())
    std::erase_if(found, [&](const auto& each) { return std::ranges::find(of, each.first) == of.end(); });
  const double seconds = found.begin()->second.seconds;
  EXPECT_GT(seconds, 0);
  for (const auto& [each, outcome] : found) {
    EXPECT_TRUE(outcome.ok()) << each << ": " << outcome.status.text();
    EXPECT_NEAR(outcome.seconds / seconds, 1, 1e-9) << properties.at("copies") << " " << each;
  }
}

Point point_of(const std::string& collective, const std::string& algorithm, int processes,
               std::int64_t count) {
  Point point;
  point.collective = collective;
  point.algorithm = algorithm;
  point.options = describe(collective, algorithm).resolve({});
  point.processes = processes;
  point.ppn = 8;
  point.count = count;
  point.data = Data::time;
  return point;
}

TEST(InsideNodes, FormulaAndEnginesAgreeOnAMessage) {
  for (const char* copies : {"both", "sender", "receiver", "fragments"})
    for (const int core : {1, 2, 4})
      for (const std::int64_t count : {1, 1000, 100'000}) {
        Point point = point_of("bcast", "binomial", 2, count);
        point.places = Listed<RankPlace>("places", {{0, 0}, {0, core}});
        expect_agreement({{"copies", copies}, {"level.die.port", "4GBps"}, {"level.node.memory", "6GBps"}},
                         point);
      }
}

/// Each round's messages are between ranks that are as far from each other.
TEST(InsideNodes, FormulaAndEnginesAgreeOnExchanges) {
  for (const char* copies : {"both", "sender", "receiver"})
    for (const std::int64_t count : {8, 80'000})
      expect_agreement({{"copies", copies}}, point_of("allgather", "recursive_doubling", 8, count));
}

/// A core that copies what it sends copies what it receives after that.
TEST(InsideNodes, EnginesAgreeOnExchangesWhoseCopiesOverlap) {
  for (const std::int64_t count : {8, 80'000})
    expect_agreement({{"copies", "both"}, {"copies.sender", "0.75"}, {"copies.receiver", "0.5"}},
                     point_of("allgather", "recursive_doubling", 8, count),
                     {"smpi", "fast links", "fast fluid", "fast loggp", "fast links, recorded"});
}

/// A root's children copy from it at once.
TEST(InsideNodes, EnginesThatShareFairlyAgree) {
  for (const char* copies : {"receiver", "fragments"})
    expect_agreement({{"copies", copies}, {"level.die.port", "4GBps"}, {"level.complex.memory", "6GBps"}},
                     point_of("scatter", "linear_isend", 8, 800'000), {"smpi", "fast fluid"});
}

/// A linear broadcast's sends are non-blocking, a binomial one's block.
TEST(InsideNodes, EnginesAgreeOnNonBlockingSends) {
  const Properties sooner = {
      {"copies", "both"}, {"copies@64KiB", "receiver"}, {"copies.nonblocking", "8KiB"}};
  const std::vector<std::string> engines = {"smpi", "fast links", "fast fluid", "fast loggp",
                                            "fast links, recorded"};
  for (const std::int64_t count : {1000, 5000, 20'000})
    expect_agreement(sooner, point_of("bcast", "linear", 2, count), engines);
  expect_agreement(sooner, point_of("bcast", "linear", 8, 5000), {"smpi", "fast fluid"});
  expect_agreement(sooner, point_of("bcast", "binomial", 2, 5000));
}

TEST(InsideNodes, FormulaAndEnginesAgreeOnACall) {
  for (const char* call : {"1us", "1ms"}) {
    expect_agreement({{"copies", "both"}, {"call", call}}, point_of("bcast", "binomial", 2, 1000));
    expect_agreement({{"copies", "both"}, {"call", call}}, point_of("allgather", "recursive_doubling", 8, 8));
  }
}

/// A root that waits for seven ranks finds the first message among six other receives, the next one among five, and so on.
TEST(InsideNodes, EnginesAgreeOnWhatMatchingTakes) {
  const auto seconds = [](const char* match) {
    const OnFile file(Properties{{"copies", "sender"}, {"match", match}});
    const auto found = answers(Platform::load(file.path()), point_of("barrier", "linear", 8, 0));
    const double of_smpi = found.at("smpi").seconds;
    for (const char* fast : {"fast links", "fast fluid", "fast links, recorded"})
      EXPECT_NEAR(found.at(fast).seconds / of_smpi, 1, 1e-9) << match << ' ' << fast;
    return of_smpi;
  };
  EXPECT_NEAR(seconds("1ms") - seconds("0"), (6 + 5 + 4 + 3 + 2 + 1) * 1e-3, 1e-5);
}

/// 1 MiB takes 81 us between ranks of a core complex, 112 of a die, 124 of a quadrant, 125 of a socket of the machine. The platform's
/// lines meet these within 2 %.
TEST(InsideNodes, ARootServesOneRankAfterTheOther) {
  const Platform epyc = Platform::load("orfeo_epyc");
  std::vector<Point> points;
  for (const int processes : {4, 8, 16, 32, 64}) {
    points.push_back(point_of("bcast", "linear", processes, (1 << 20) / 8));
    points.back().platform = "orfeo_epyc";
    points.back().backend = "fast";
    points.back().network = NetworkName("links");
    points.back().ppn = 128;
  }
  answer(
      epyc, points, 1, [] { return false; },
      [&](std::size_t index, const Outcome& outcome) {
        double served = 0, all = 0;
        for (int rank = 1; rank < points[index].processes; ++rank) {
          served += rank < 4 ? 81e-6 : rank < 8 ? 112e-6 : rank < 16 ? 124e-6 : 125e-6;
          all += served;
        }
        const double mean = (all + served) / points[index].processes;  // the root ends with the last
        EXPECT_NEAR(outcome.seconds_mean / mean, 1, 0.02) << points[index].processes;
      },
      {.programs = std::filesystem::path(COLLSIM_PROGRAM).parent_path()});
}

TEST(InsideNodes, PointsWhoseRanksShareNodesAreAnsweredAlone) {
  const OnFile file(Properties{{"copies", "both"}});
  Point point = point_of("bcast", "binomial", 2, 1);
  point.platform = file.path();
  point.backend = "fast";
  point.network = NetworkName("links");
  EXPECT_FALSE(backend(point).structure(point));
  point.ppn = 1;
  EXPECT_TRUE(backend(point).structure(point));
}

TEST(InsideNodes, AMessageOfTheLevelsIsTheUsualPace) {
  const OnFile file(Properties{{"call", "300ns"}});
  const Platform platform = Platform::load(file.path());
  Point alone = point_of("allreduce", "ring", 1, 8), apart = point_of("allreduce", "ring", 2, 8),
        near = point_of("allreduce", "ring", 4, 8);
  for (Point* each : {&alone, &apart, &near}) each->platform = file.path();
  apart.ppn = 1;
  near.ppn = 4;
  EXPECT_NEAR(pace_by_levels(platform, {alone, apart, near}), 150e-9 + 4096 / 12e9 + 30e-9, 1e-11);
  EXPECT_EQ(pace_by_levels(platform, {alone, apart}), 0);
  EXPECT_EQ(pace_by_levels(Platform::load("star"), {near}), 0);
}

}  // namespace
}  // namespace collsim
