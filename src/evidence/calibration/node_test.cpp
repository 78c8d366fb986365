#include "evidence/calibration/node.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "evidence/calibration/node_ranks.hpp"
#include "lab/site/facts.hpp"
#include "lab/site/testing/lstopo.hpp"
#include "platforms/levels.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::lstopo_of;
using ::testing::Pair;
using ::testing::ThrowsMessage;

NodeFacts node_of(const char* synthetic) {
  return node_facts(lstopo_of(synthetic), synthetic);
}

/// Two sockets of two pairs of cores that share a cache, of two processors each.
constexpr const char* small_node = "package:2 [numa] l3:2(size=8388608) core:2 pu:2";

TEST(NodeRanks, AreOnTheCoresOfTheirProcessors) {
  const NodeFacts node = node_of(small_node);
  EXPECT_THAT(cores_of_ranks(node, {{0, 1}, {14}, {5, 4}}), ElementsAre(0, 7, 2));
  EXPECT_THAT(
      [&] {
        cores_of_ranks(node, {{0}, {2, 4}});
      },
      ThrowsMessage<Error>(HasSubstr("rank 1 may run on 2 cores, so that nobody knows how near")));
  EXPECT_THAT(
      [&] {
        cores_of_ranks(node, {{0}, {2}, {1}});
      },
      ThrowsMessage<Error>(HasSubstr("ranks 0 and 2 share a core of the 8 there are")));
  EXPECT_THAT(
      [&] {
        cores_of_ranks(node, std::vector<std::vector<int>>(9, {0, 2}));
      },
      ThrowsMessage<Error>(HasSubstr("9 ranks are on a node of 8 cores")));
  EXPECT_THAT([&] { cores_of_ranks(node, {{0}}); }, ThrowsMessage<Error>(HasSubstr("need two ranks")));
}

TEST(NodeRanks, PairsOfALevelMeetInNoSmallerGroup) {
  const auto levels = ranks_of_levels(node_of(small_node), {0, 1, 2, 3, 4, 5, 6, 7});
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[0].name, "l3");
  EXPECT_THAT(levels[0].pairs, ElementsAre(Pair(0, 1), Pair(2, 3), Pair(4, 5), Pair(6, 7)));
  EXPECT_THAT(levels[0].fan, ElementsAre(0, 1));
  EXPECT_EQ(levels[1].name, "socket");
  EXPECT_THAT(levels[1].pairs, ElementsAre(Pair(0, 2), Pair(1, 3), Pair(4, 6), Pair(5, 7)));
  EXPECT_THAT(levels[1].fan, ElementsAre(0, 2, 3));
  EXPECT_EQ(levels[2].name, "node");
  EXPECT_THAT(levels[2].pairs, ElementsAre(Pair(0, 4), Pair(1, 5), Pair(2, 6), Pair(3, 7)));
  EXPECT_THAT(levels[2].fan, ElementsAre(0, 4, 5, 6, 7));
}

TEST(NodeRanks, FollowTheirCoresAndLeaveOutLevelsThatNobodyMeetsAt) {
  const auto levels = ranks_of_levels(node_of(small_node), {7, 0, 6});
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].name, "l3");
  EXPECT_THAT(levels[0].pairs, ElementsAre(Pair(2, 0)));
  EXPECT_EQ(levels[1].name, "node");
  EXPECT_THAT(levels[1].pairs, ElementsAre(Pair(1, 2)));
}

/// What a machine with these levels would measure. 64 KiB and more are one copy of the receiver's.
class Measured {
 public:
  void level(const std::string& name, int cores, double latency, double rate, double port) {
    for (std::int64_t bytes = 1; bytes <= 4 << 20; bytes *= 4) {
      const auto n = static_cast<double>(bytes);
      const double alone = bytes < jump ? latency + n / rate : n / (2 * rate);
      add(name, cores, "ping_pong", 2, bytes, alone);
      add(name, cores, "exchange", 2, bytes, bytes < jump ? (sender + receiver) * alone : alone);
      add(name, cores, "in_a_row", 2, bytes, bytes < jump ? receiver * alone : alone);
      add(name, cores, "one_to_all", 5, bytes, (bytes < jump ? 1 + 3 * sender : 4) * alone);
      add(name, cores, "all_to_one", 5, bytes, (bytes < jump ? 1 + 3 * receiver : 4) * alone);
      add(name, cores, "ping_pong", 8, bytes, std::max(alone, 4 * n / port));
    }
    add(name, cores, "flag", 2, 0, latency / 4);
    for (const std::int64_t bytes : {1, 64, 256})
      add(name, cores, "call", 2, bytes, latency + static_cast<double>(bytes) / rate + call);
    for (const std::int64_t bytes : {16, 64 << 10, 1 << 20})
      add(name, cores, "hand_over", 2, bytes,
          latency / 2 + static_cast<double>(bytes) * (1 / rate + 1 / 20e9));
    add(name, cores, "in_order", 2, 0, latency / 2);
    add(name, cores, "out_of_order", 2, 0, latency / 2 + match * (queue_length - 1) / 2);
  }
  void work() {
    for (const int ranks : {1, 8})
      for (std::int64_t bytes = 4 << 10; bytes <= 16 << 20; bytes *= 4) {
        const double copied = static_cast<double>(bytes) / (bytes <= 4 << 20 ? 20e9
                                                            : ranks == 1     ? 10e9
                                                                             : 5e9);
        add("", 0, "copy", ranks, bytes, copied);
        add("", 0, "combine.arithmetic", ranks, bytes, 2 * copied);
        add("", 0, "trimmed_copy", ranks, bytes, copied + static_cast<double>(bytes) / 2e9);
        add("", 0, "mapped_copy", ranks, bytes, copied + static_cast<double>(bytes) / 4e9);
      }
  }
  std::vector<LevelTime> times;

  static constexpr double sender = 0.4, receiver = 0.7;
  static constexpr double call = 0.3e-6, match = 5e-9;
  static constexpr std::int64_t jump = 64 << 10;

 private:
  void add(const std::string& level, int cores, const std::string& pattern, int ranks, std::int64_t bytes,
           double seconds) {
    times.push_back({level, cores, {pattern, ranks, bytes, seconds, seconds, seconds, 10}});
  }
};

class NodeCalibration : public ::testing::Test {
 protected:
  void SetUp() override {
    measured_.level("l3", 2, 0.2e-6, 10e9, 1e12);
    measured_.level("socket", 4, 0.4e-6, 5e9, 1e12);
    measured_.level("node", 8, 0.8e-6, 2.5e9, 12e9);
    measured_.work();
  }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
    return (folder_.path() / name).string();
  }
  Platform calibrated() const {
    return Platform::load(
        file("node.xml", platform_xml({.name = "node",
                                       .nodes = 1,
                                       .lstopo = file("lstopo.xml", lstopo_of(small_node)),
                                       .level_times = level_times(measured_.times, node_, "node.csv"),
                                       .measured = work_numbers(measured_.times, node_, "node.csv")})));
  }
  testing::Folder folder_;
  NodeFacts node_ = node_of(small_node);
  Measured measured_;
};

/// As where another program has the core of a rank that waits.
TEST_F(NodeCalibration, LeavesOutFlagsThatTakeLongerThanMessages) {
  for (LevelTime& each : measured_.times)
    if (each.level == "node" && each.time.pattern == "flag") each.time.seconds = 3e-3;
  const Platform platform = calibrated();
  EXPECT_NEAR(Levels::of_platform(platform)[2].flag, (0.8e-6 - 60e-9) / 2, 1e-9);
  EXPECT_NEAR(Levels::of_platform(platform)[1].flag, 0.1e-6, 1e-9);
  EXPECT_THAT(platform.properties().at("source.level.node.flag"), ::testing::HasSubstr("flags took longer"));
}

TEST_F(NodeCalibration, ACallOfALibraryThatSendsNoMessageHasNoPrice) {
  for (LevelTime& each : measured_.times)
    if (each.time.pattern == "call" || each.time.pattern == "out_of_order") each.time.seconds /= 100;
  const auto numbers = work_numbers(measured_.times, node_, "node.csv");
  EXPECT_EQ(numbers.count("call"), 0U);
  EXPECT_EQ(numbers.count("match"), 0U);
}

TEST_F(NodeCalibration, FindsTheNumbersThatTimesWereMadeOf) {
  const Platform platform = calibrated();
  const Levels levels = Levels::of_platform(platform);
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_NEAR(platform.number("level.socket.latency", 1), 0.4e-6, 1e-9);
  EXPECT_NEAR(platform.number("level.socket.rate", 1), 5e9, 5e6);
  EXPECT_NEAR(platform.number("level.node.rate", 1 << 20), 5e9, 5e6);
  EXPECT_EQ(platform.properties().at("copies@64KiB"), "receiver");
  EXPECT_NEAR(platform.number("copies.sender"), Measured::sender, 0.01);
  EXPECT_NEAR(platform.number("copies.receiver"), Measured::receiver, 0.01);
  EXPECT_EQ(levels[0].port, 0) << "four pairs of a socket do not hold each other up";
  EXPECT_NEAR(levels[1].port, 12e9, 1e7);
  EXPECT_NEAR(levels[2].flag, 0.2e-6, 1e-9);
  EXPECT_NEAR(levels[0].copy, 20e9, 1e7);
  EXPECT_NEAR(levels[0].combine, 10e9, 1e7);
  EXPECT_EQ(levels[0].cache, 8 << 20);
  EXPECT_NEAR(levels[0].shared, 10e9, 1e7);
  EXPECT_NEAR(platform.number("copy"), 10e9, 1e7);
  EXPECT_NEAR(platform.number("combine.arithmetic"), 5e9, 1e7);
  EXPECT_NEAR(platform.memory_bandwidth(), 2 * 8 * 5e9 / 2, 1e7) << "a copy reads and writes; of two domains";
  EXPECT_NEAR(platform.number("fresh", 32 << 20), 4e9, 1e7);
  EXPECT_NEAR(platform.number("trimmed", 256 << 10), 2e9, 1e7);
  EXPECT_NEAR(platform.number("call"), Measured::call, 1e-9);
  EXPECT_NEAR(platform.number("match"), Measured::match, 1e-10);
  EXPECT_THAT(platform.numbers().at("trimmed@256KiB").second,
              HasSubstr("calibrated: node.csv, copies into heap that was given back;"));
}

TEST_F(NodeCalibration, ItsResidualsAreThoseOfTheModel) {
  for (const auto& [measured, fitted] : residuals(calibrated(), measured_.times)) {
    const PatternTime& time = measured.time;
    EXPECT_NEAR(fitted / time.seconds, 1, 0.02)
        << measured.level << ' ' << time.pattern << ' ' << time.ranks << ' ' << time.bytes;
  }
}

TEST_F(NodeCalibration, RowsAreWrittenAndRead) {
  const auto read = read_level_times(file("node.csv", to_csv(measured_.times)));
  ASSERT_EQ(read.size(), measured_.times.size());
  EXPECT_EQ(read.front().level, "l3");
  EXPECT_EQ(read.front().cores, 2);
  EXPECT_EQ(read.back().time.pattern, "mapped_copy");
  EXPECT_DOUBLE_EQ(read.back().time.seconds, measured_.times.back().time.seconds);
}

TEST_F(NodeCalibration, TimesThatVaryTooMuchAreLeftOut) {
  const std::size_t all = measured_.times.size();
  measured_.times[3].time.high *= 3;
  measured_.times[4].time.high *= 1.5;
  EXPECT_EQ(certain(measured_.times).size(), all - 1) << "ten repetitions tell the median within a half";
}

TEST_F(NodeCalibration, WhatDoesNotDescribeANodeIsToldInALine) {
  const auto refusal = [&](const std::vector<LevelTime>& times, const char* why) {
    EXPECT_THAT([&] { level_times(times, node_, "node.csv"); }, ThrowsMessage<Error>(HasSubstr(why)));
  };
  std::vector<LevelTime> times = measured_.times;
  std::erase_if(times, [](const LevelTime& each) { return each.level == "node"; });
  refusal(times,
          "a node has 8 cores, and the last level that was measured 4; right would be ping-pongs of all");
  times = measured_.times;
  times.push_back(times.front());
  refusal(times, "node.csv: ping_pong of 1 B by 2 ranks of 'l3' is there twice");
  times.back().cores = 4;
  times.back().time.bytes = 2;
  refusal(times, "'l3' has 4 cores, and 2 elsewhere");
  times = measured_.times;
  for (LevelTime& each : times)
    if (each.level == "l3") each.cores = 3;
  refusal(times, "levels do not nest: 3 cores of 'l3' in 4 of 'socket'");
  times = measured_.times;
  std::erase_if(times, [](const LevelTime& each) { return each.time.pattern == "ping_pong"; });
  refusal(times, "node.csv, l3 has no times of a message");
}

}  // namespace
}  // namespace collsim
