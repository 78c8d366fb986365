#include "lab/site/facts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "lab/site/lstopo.hpp"
#include "lab/site/ping_pong_output.hpp"
#include "lab/site/slurm_switches.hpp"
#include "lab/site/testing/lstopo.hpp"
#include "platforms/levels.hpp"
#include "platforms/network/network.hpp"
#include "platforms/network/survey.hpp"
#include "platforms/platform.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::lstopo_of;
using ::testing::StartsWith;

class Site : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
    return (folder_.path() / name).string();
  }
  Platform made(const SiteFacts& facts) const {
    return Platform::load(file("made.xml", platform_xml(facts)));
  }
  static std::string refusal(const SiteFacts& facts) {
    try {
      platform_xml(facts);
      return "nothing";
    } catch (const Error& error) {
      return error.what();
    }
  }
  testing::Folder folder_;
  /// 64 nodes of 2 x 32 cores, 100 Gbit/s.
  SiteFacts cluster_{.name = "mine",
                     .nodes = 64,
                     .sockets = 2,
                     .cores = 32,
                     .link = "100Gbps",
                     .latency = "1.3us",
                     .topology = "fat_tree(2:1)"};
};

std::string status(const Platform& platform, const std::string& number) {
  return platform.numbers().at(number).second;
}

TEST_F(Site, AFatTreeHasTheRateAndLatencyThatWereGiven) {
  const Platform platform = made(cluster_);
  EXPECT_EQ(status(platform, "topology"),
            "assumed: nodes of a leaf switch, as many as fit switches of 40 ports (nobody says); the rest as "
            "--topology says");
  EXPECT_EQ(platform.nodes(), 64);
  EXPECT_EQ(platform.cores(), 64);
  EXPECT_EQ(platform.domains(), 2);
  const Survey found = survey(platform);
  EXPECT_DOUBLE_EQ(found.halves, 12.5e9 / 2) << "two nodes share the rate of one going up";
  EXPECT_NEAR(platform.number("send_overhead") + found.nearest + platform.overhead(), 1.3e-6, 2e-9)
      << "of four digits each";
  EXPECT_THAT(status(platform, "link.bandwidth"), StartsWith("given: --link"));
  EXPECT_THAT(status(platform, "trunk.bandwidth"), StartsWith("derived: 16 links of 100Gbps, 2:1"));
  for (const char* number :
       {"flag.latency", "send_overhead", "overhead", "copy", "message", "overhead.node"}) {
    EXPECT_THAT(status(platform, number), StartsWith("assumed: ")) << number;
    EXPECT_GT(platform.number(number), 0) << number;
    EXPECT_TRUE(platform.properties().contains(std::string("range.") + number)) << number;
  }
}

TEST_F(Site, TopologiesFitTheNodesOrAreRefused) {
  cluster_.topology = "torus(8x8x4)";
  EXPECT_THAT(refusal(cluster_),
              HasSubstr("--topology torus does not fit 64 nodes: its sides multiply to 256"));
  cluster_.topology = "torus(4x4x4)";
  EXPECT_EQ(made(cluster_).nodes(), 64);
  cluster_.topology = "star";
  EXPECT_EQ(made(cluster_).nodes(), 64);
  cluster_.topology = "dragonfly(groups=7)";
  EXPECT_THAT(refusal(cluster_), HasSubstr("right would be 63 or 70 nodes"));
  cluster_.topology = "dragonfly(groups=8)";
  EXPECT_EQ(made(cluster_).text("routing"), "adaptive");
  cluster_.topology = "fat_tree(2:1,leaf=10)";
  EXPECT_THAT(refusal(cluster_), HasSubstr("right would be a divisor of 64 as leaf"));
  cluster_.topology = "fat_tree(2:1)";
  cluster_.nodes = 61;
  EXPECT_THAT(refusal(cluster_), HasSubstr("does not fit 61 nodes"));
  for (const char* wrong :
       {"ring", "fat_tree(0:1)", "torus", "dragonfly", "star(3)", "torus(8x", "fat_tree(a=1)"}) {
    cluster_.topology = wrong;
    EXPECT_THAT(refusal(cluster_), HasSubstr(std::string("--topology ") + wrong + ": ")) << wrong;
  }
}

TEST_F(Site, WhatNobodySaysIsToldAtOnce) {
  EXPECT_THAT(refusal({.name = "mine"}), ::testing::AllOf(HasSubstr("--nodes 64"), HasSubstr("--cores 32"),
                                                          HasSubstr("--link 100Gbps")));
  EXPECT_THAT(refusal({.name = "my machine"}), HasSubstr("'my machine' is no name"));
  cluster_.nic = "hdr1000";
  EXPECT_THAT(refusal(cluster_), HasSubstr("did you mean 'hdr100'"));
}

TEST_F(Site, PresetsSayWhichMachineTheirNumbersAreOf) {
  SiteFacts facts{.name = "mine", .nodes = 32, .nic = "hdr100", .cpu = "xeon-8358x2"};
  const Platform platform = made(facts);
  EXPECT_EQ(platform.cores(), 64);
  EXPECT_EQ(platform.memory_bandwidth(), 204.8e9);
  EXPECT_DOUBLE_EQ(platform.number("send_overhead"), Platform::load("leonardo").number("send_overhead"));
  EXPECT_THAT(status(platform, "send_overhead"), StartsWith("assumed: as of leonardo"));
  EXPECT_THAT(status(platform, "link.bandwidth"), StartsWith("published: "));
  facts.left_out = {"leonardo"};
  const Platform other = made(facts);
  for (const auto& [name, number] : other.numbers())
    EXPECT_EQ(number.second.find("leonardo"), std::string::npos) << name << " of a machine that is judged";
}

TEST_F(Site, FilesReplaceAssumptions) {
  cluster_.latency.clear();
  cluster_.ping_pong =
      file("osu.txt",
           "# OSU MPI Latency Test v7.3\n# Size          Latency (us)\n0 1.75\n8 1.8\n1024 3.2\n"
           "8192 5\n65536 11.4\n1048576 92\n4194304 347\n");
  cluster_.ping_pong_node = file("node.txt",
                                 "#-----\n# Benchmarking PingPong\n# #processes = 2\n"
                                 "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
                                 "            0         1000         0.70         0.00\n"
                                 "            8         1000         0.90         8.00\n"
                                 "        65536          640        10.00      6553.60\n"
                                 "      4194304           10       420.00     10000.00\n");
  const Platform platform = made(cluster_);
  EXPECT_NEAR(platform.number("send_overhead") + survey(platform).nearest + platform.overhead(), 1.8e-6,
              2e-9);
  EXPECT_NEAR(survey(platform).halves, 12.3e9 / 2, 0.2e9) << "4 MiB less 64 KiB in 335.6 us";
  EXPECT_NEAR(platform.number("message"), 10e9, 0.5e9);
  EXPECT_NEAR(platform.number("send_overhead") + platform.overhead(Level::domain), 0.9e-6, 1e-9);
  for (const char* number : {"link.bandwidth", "link.latency", "smpi/lat-factor", "message", "overhead.node"})
    EXPECT_THAT(status(platform, number), StartsWith("calibrated: ")) << number;
  EXPECT_THAT(platform.properties().at("range.send_overhead"), ::testing::EndsWith("..1.8us"))
      << "all there is";
}

TEST_F(Site, PingPongsOfSeveralNumbersOfRanksAreRefused) {
  const auto read = [&](const std::string& text) {
    try {
      read_ping_pong_output(file("read.txt", text));
      return std::string("nothing");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  const std::string one = "# OSU MPI Latency Test\n8 1\n16 1\n";
  EXPECT_THAT(read(one + one), HasSubstr("line 5 measures 8 B again"));
  EXPECT_THAT(read("# OSU MPI Allreduce Latency Test\n4 1.3\n8 1.4\n"),
              HasSubstr("no times of a point-to-point benchmark"));
  EXPECT_THAT(read("# OSU MPI Latency Test\n8 0\n"), HasSubstr("line 2 has no time or rate above 0"));
  for (const char* time : {"nan", "inf"})
    EXPECT_THAT(read("# OSU MPI Latency Test\n8 " + std::string(time) + "\n"),
                HasSubstr("line 2 has no time or rate above 0"));
  for (const char* size : {"nan", "inf", "1e300", "-1"})
    EXPECT_THAT(read("# OSU MPI Latency Test\n" + std::string(size) + " 1\n"),
                HasSubstr("line 2 has no size of 0 to 1e15 B"));
  EXPECT_EQ(read(one + "# OSU MPI Bandwidth Test\n8 1\n65536 9000\n"), "nothing");
  const std::string pairs = "# OSU MPI Multiple Bandwidth / Message Rate Test\n# [ pairs: 2 ]\n8 1 1\n";
  EXPECT_THAT(read(pairs + pairs), HasSubstr("line 6 measures 8 B again"));
}

TEST_F(Site, OsusAndIntelsTablesAreTold) {
  const PingPongOutput found = read_ping_pong_output(
      file("all.txt",
           "# OSU MPI Bi-Directional Bandwidth Test v5.9\n# Size      Bandwidth (MB/s)\n8 16\n"
           "# OSU MPI Multiple Bandwidth / Message Rate Test v5.9\n# [ pairs: 2 ] [ window size: 64 ]\n"
           "# Size                  MB/s        Messages/s\n8 24 3000000\n"
           "#-----\n# Benchmarking Exchange\n# #processes = 2\n"
           "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n"
           "            0         1000         0.90         1.00         0.95         0.00\n"
           "         1024         1000         0.90         2.00         1.45      2048.00\n"));
  EXPECT_EQ(found.both_ways, (RateBySize{{8, 16e6}, {1024, 2048e6}}));
  EXPECT_EQ(found.pairs, (std::map<int, RateBySize>{{2, {{8, 24e6}}}}));
  EXPECT_TRUE(found.times.empty());
}

constexpr const char* switches =
    "# comment\nSwitchName=s0 Nodes=n[01-03,7] LinkSpeed=1\nswitchname=s1 nodes=a[0-1]b[2-3],c\n"
    "SwitchName=top Switches=s[0-1]\n";

TEST_F(Site, SlurmsSwitches) {
  EXPECT_THAT(expand_hostlist("n[08-10],m"), ElementsAre("n08", "n09", "n10", "m"));
  const LeafSwitches found = read_switches(file("topology.conf", switches));
  EXPECT_THAT(found.leaves, ElementsAre(4, 5));
  EXPECT_EQ(found.levels, 2);
  cluster_.switches = file("topology.conf", switches);
  EXPECT_THAT(refusal(cluster_), HasSubstr("--nodes says 64 and topology.conf has 9 nodes"));
  cluster_.nodes.reset();
  const Platform platform = made(cluster_);
  EXPECT_EQ(platform.nodes(), 9);
  EXPECT_EQ(platform.numbers().at("topology").first, "core;4+5");
  const auto network = Network::of_platform(platform);
  std::vector<int> route;
  network->route(0, 3, route);
  EXPECT_EQ(route.size(), 2U);
  network->route(3, 4, route);
  EXPECT_EQ(route.size(), 4U) << "by the core";
  for (const auto& [text, why] :
       {std::pair{"", "no switch has nodes"},
        {"SwitchName=a Nodes=x\nSwitchName=b Nodes=x\n", "which is at another switch"},
        {"SwitchName=a Nodes=x\nSwitchName=a Nodes=y\n", "names the switch 'a' again"},
        {"SwitchName=a Nodes=x[1-\n", "has an open bracket"},
        {"SwitchName=a Nodes=x Switches=b\n", "no line names the switch 'b'"},
        {"SwitchName=a Nodes=x Switches=a\n", "is below itself"},
        {"BlockName=a Nodes=x\n", "topology/block"}}) {
    cluster_.switches = file("topology.conf", text);
    EXPECT_THAT(refusal(cluster_), HasSubstr(why));
  }
}

TEST_F(Site, LstopoTellsSocketsCoresAndDomains) {
  const NodeFacts found =
      read_lstopo(file("node.xml", lstopo_of("package:2 [numa] l3:1(size=33554432) core:2 pu:2")));
  EXPECT_EQ(found.sockets, 2);
  EXPECT_EQ(found.cores, 4);
  EXPECT_EQ(found.domains, 2);
  EXPECT_EQ(found.cache, 32 << 20);
  cluster_.lstopo = (folder_.path() / "node.xml").string();
  EXPECT_THAT(refusal(cluster_), HasSubstr("--cores says 32 cores of a socket, node.xml says 2"));
  cluster_.cores.reset();
  EXPECT_EQ(made(cluster_).cores(), 4);
  EXPECT_EQ(made(cluster_).number("memory.cache"), 32 << 20);
  cluster_.lstopo = file("node.xml", "<topology/>");
  EXPECT_THAT(refusal(cluster_),
              HasSubstr("node.xml: hwloc cannot read it; right would be what lstopo --of xml writes"));
}

/// "l3 4 16777216, socket 64, node 128"
std::string groups_of(const NodeFacts& node) {
  std::string text;
  for (const CoreGroup& group : node.groups)
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", group.name, group.cores,
                        group.cache > 0 ? fmt::format(" {}", group.cache) : "");
  return text;
}

TEST_F(Site, LstopoTellsGroupsOfCores) {
  const auto groups = [&](const char* synthetic) {
    return groups_of(read_lstopo(file("node.xml", lstopo_of(synthetic))));
  };
  EXPECT_EQ(groups("package:2 [numa] l3:16(size=16777216) core:4 pu:2"),
            "l3 4 16777216, socket 64, node 128");
  EXPECT_EQ(groups("package:2 numa:4 l3:4(size=16777216) core:4 pu:1"),
            "l3 4 16777216, domain 16, socket 64, node 128");
  EXPECT_EQ(groups("package:1 [numa] l3:1(size=8388608) core:8 pu:1"), "node 8 8388608")
      << "all that eight cores share is the node";
  EXPECT_EQ(groups("package:2 [numa] core:12 pu:1"), "socket 12, node 24");
}

/// Of a latency and a rate for messages of 1 B to 128 KiB, and of another rate for larger ones, as `osu_latency` prints them.
std::string osu_latency(double latency_us, double rate, double longer_rate) {
  std::string text = "# OSU MPI Latency Test v5.9\n# Size          Latency (us)\n0 0.1\n";
  for (int bytes = 1; bytes <= 4 << 20; bytes *= 2)
    text += bytes <= 128 << 10 ? fmt::format("{} {:.4f}\n", bytes, latency_us + bytes / rate * 1e6)
                               : fmt::format("{} {:.4f}\n", bytes, bytes / longer_rate * 1e6);
  return text;
}

class SiteLevels : public Site {
 protected:
  void SetUp() override {
    cluster_.levels = fmt::format(
        "complex:4={},socket={},node={}", file("complex.txt", osu_latency(0.15, 20e9, 12e9)),
        file("socket.txt", osu_latency(0.4, 5e9, 8e9)), file("node.txt", osu_latency(0.8, 3e9, 6e9)));
  }
};

TEST_F(SiteLevels, AFileALevelGivesLinesAndWhoCopies) {
  const Platform platform = made(cluster_);
  EXPECT_EQ(platform.text("levels"), "complex, socket, node");
  const Levels levels = Levels::of_platform(platform);
  EXPECT_EQ(levels[0].cores, 4);
  EXPECT_EQ(levels[1].cores, 32);
  EXPECT_EQ(levels[2].cores, 64);
  EXPECT_NEAR(platform.number("level.socket.latency", 8), 0.4e-6, 2e-9);
  EXPECT_NEAR(platform.number("level.socket.rate", 8), 5e9, 5e7);
  EXPECT_NEAR(platform.number("level.node.rate", 256 << 10), 6e9, 6e7);
  EXPECT_EQ(platform.properties().at("copies@256KiB"), "receiver");
  EXPECT_FALSE(platform.properties().contains("copies.sender")) << "ping-pongs do not tell it";
  EXPECT_NEAR(platform.number("copy"), 12e9, 0.12e9);
  EXPECT_NEAR(levels[1].flag, 0.17e-6, 2e-9);
  EXPECT_EQ(platform.number("send_overhead"), 0);
  EXPECT_THAT(status(platform, "level.complex.rate"),
              StartsWith("calibrated: complex.txt, line from 1 B on"));
}

TEST_F(SiteLevels, MessagesInARowTellWhoIsBusyHowLong) {
  // 16 KiB take 0.4 + 3.2768 us alone. One way a message ends every 0.75 of that, both ways each rank needs 1.25 of it.
  const double alone = 0.4e-6 + 16384 / 5e9;
  cluster_.levels = fmt::format(
      "socket={},node={}",
      file("socket.txt", osu_latency(0.4, 5e9, 8e9) +
                             fmt::format("# OSU MPI Bandwidth Test v5.9\n16384 {}\n"
                                         "# OSU MPI Bi-Directional Bandwidth Test v5.9\n16384 {}\n",
                                         16384 / (0.75 * alone) / 1e6, 2 * 16384 / (1.25 * alone) / 1e6)),
      file("node.txt", osu_latency(0.8, 3e9, 6e9)));
  EXPECT_NEAR(made(cluster_).number("copies.receiver"), 0.75, 0.01);
  EXPECT_NEAR(made(cluster_).number("copies.sender"), 0.5, 0.01);
}

TEST_F(SiteLevels, PairsAtOnceTellPorts) {
  const auto pairs = [](double one, double eight) {
    return fmt::format(
        "# OSU MPI Multiple Bandwidth / Message Rate Test v5.9\n# [ pairs: 1 ] [ window size: 64 ]\n"
        "1048576 {} 1\n# OSU MPI Multiple Bandwidth / Message Rate Test v5.9\n# [ pairs: 8 ] [ window size: "
        "64 ]\n"
        "65536 100 1\n1048576 {} 1\n",
        one, eight);
  };
  cluster_.levels =
      fmt::format("socket={},node={}", file("socket.txt", osu_latency(0.4, 5e9, 8e9) + pairs(8000, 64000)),
                  file("node.txt", osu_latency(0.8, 3e9, 6e9) + pairs(6000, 20000)));
  const Levels levels = Levels::of_platform(made(cluster_));
  EXPECT_NEAR(levels[0].port, 20e9, 1) << "of senders on one socket";
  EXPECT_EQ(levels[0].memory, 0) << "eight pairs of a socket do not wait for each other";
}

TEST_F(SiteLevels, ADataSheetTellsWhatGroupsOfCoresHave) {
  cluster_.sockets = cluster_.cores = {};
  cluster_.cpu = "epyc-7h12x2";
  cluster_.levels = fmt::format("die:8={},socket={},node={}", file("die.txt", osu_latency(0.3, 9e9, 12e9)),
                                file("socket.txt", osu_latency(0.4, 5e9, 8e9)),
                                file("node.txt", osu_latency(0.8, 3e9, 6e9)));
  const Platform platform = made(cluster_);
  const Levels levels = Levels::of_platform(platform);
  EXPECT_EQ(levels[0].port, 23.5e9);
  EXPECT_EQ(levels[1].port, 108e9);
  EXPECT_EQ(levels[2].port, 0);
  EXPECT_THAT(status(platform, "level.die.port"), StartsWith("published: AMD EPYC 7002"));
}

TEST_F(SiteLevels, WhatIsNotMeasuredOfALevelIsAsOfAnother) {
  cluster_.levels = fmt::format("socket={},node={}", file("socket.txt", osu_latency(0.4, 5e9, 8e9)),
                                file("node.txt", "# OSU MPI Latency Test\n2 0.8008\n"));
  const Platform platform = made(cluster_);
  EXPECT_NEAR(platform.number("level.node.latency", 2), 0.8e-6, 2e-9);
  EXPECT_NEAR(platform.number("level.node.rate", 1 << 20), 4e9, 4e7)
      << "half as fast as 2 B are twice as slow";
  EXPECT_THAT(
      status(platform, "level.node.rate@4B"),
      StartsWith("estimate: 2 times the times of socket, as 2 B have it; node.txt has no larger ones"));
  EXPECT_EQ(platform.properties().at("range.level.node.rate@4B"), "x0.8..x2");
}

TEST_F(SiteLevels, WhatDoesNotDescribeANodeIsToldInALine) {
  const std::string some = file("some.txt", osu_latency(0.4, 5e9, 8e9));
  const std::string one = file("one.txt", "# OSU MPI Latency Test\n8 1\n");
  for (const auto& [levels, why] :
       {std::pair{"socket=" + some,
                  "a node has 64 cores, and the last level that was measured 32; right would be"},
        {"die:6=" + some + ",node=" + some, "levels do not nest: 6 cores of 'die' in 64 of 'node'"},
        {"die=" + some + ",node=" + some, "nobody says how many cores that has; right would be die:4=FILE"},
        {"node=" + some + ",node=" + some, "names 'node' twice"},
        {"node:x=" + some, "has node of 'x' cores; right would be a number"},
        {"node", "--levels has 'node'; right would be NAME=FILE"},
        {"node=" + some,
         "ping-pongs of one level, and a node has 2 sockets; right would be a file for ranks"},
        {"socket=" + one + ",node=" + one, "one.txt has no two sizes that tell a rate"},
        {"node=" + file("bw.txt", "# OSU MPI Bandwidth Test\n8 1\n"), "bw.txt has no times of a message"}}) {
    cluster_.levels = levels;
    EXPECT_THAT(refusal(cluster_), HasSubstr(why));
  }
  cluster_.levels = "node=" + some;
  cluster_.sockets = 1;
  EXPECT_EQ(made(cluster_).text("levels"), "node");
  cluster_.levels = "node=none.txt";
  EXPECT_EQ(refusal(cluster_),
            "none.txt: no such file; right would be what osu_latency, osu_bw, osu_bibw, osu_mbw_mr, or "
            "IMB-MPI1 PingPong or Exchange of two ranks prints");
  cluster_.ping_pong_node = some;
  EXPECT_THAT(refusal(cluster_), HasSubstr("--ping-pong-node and --levels both say"));
}

}  // namespace
}  // namespace collsim
