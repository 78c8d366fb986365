#include "site/facts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "platforms/network.hpp"
#include "platforms/platform.hpp"
#include "platforms/properties.hpp"
#include "platforms/survey.hpp"
#include "site/lstopo.hpp"
#include "site/ping_pong_output.hpp"
#include "site/slurm_switches.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
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
    EXPECT_TRUE(properties(platform).contains(std::string("range.") + number)) << number;
  }
}

TEST_F(Site, TopologiesFitTheNodesOrAreRefused) {
  cluster_.topology = "torus(8x8x4)";
  EXPECT_THAT(refusal(cluster_),
              HasSubstr("--topology torus does not fit 64 nodes: its sides multiply to 256"));
  cluster_.topology = "torus(4x4x4)";
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
  EXPECT_THAT(properties(platform).at("range.send_overhead"), ::testing::EndsWith("..1.8us"))
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
  EXPECT_THAT(read("# OSU MPI Allreduce Latency Test\n"),
              HasSubstr("no times of a point-to-point benchmark"));
  EXPECT_THAT(read("# OSU MPI Latency Test\n8 0\n"), HasSubstr("line 2 has no time or rate above 0"));
  EXPECT_EQ(read(one + "# OSU MPI Bandwidth Test\n8 1\n65536 9000\n"), "nothing");
}

constexpr const char* switches =
    "# comment\nSwitchName=s0 Nodes=n[01-03,7] LinkSpeed=1\nswitchname=s1 nodes=a[0-1]b[2-3],c\n"
    "SwitchName=top Switches=s[0-1]\n";

TEST_F(Site, SlurmsSwitches) {
  EXPECT_THAT(expand_hostlist("n[08-10],m"), ElementsAre("n08", "n09", "n10", "m"));
  const Switches found = read_switches(file("topology.conf", switches));
  EXPECT_THAT(found.leaves, ElementsAre(4, 5));
  EXPECT_EQ(found.levels, 2);
  cluster_.switches = file("topology.conf", switches);
  EXPECT_THAT(refusal(cluster_), HasSubstr("--nodes says 64 and topology.conf has 9 nodes"));
  cluster_.nodes.reset();
  const Platform platform = made(cluster_);
  EXPECT_EQ(platform.nodes(), 9);
  EXPECT_EQ(platform.numbers().at("topology").first, "core;4+5");
  const auto network = Network::of(platform);
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
  const auto package = [](int socket) {
    return fmt::format(
        "<object type=\"Package\"><object type=\"NUMANode\" os_index=\"{}\"/><object type=\"L3Cache\" "
        "cache_size=\"33554432\"><object type=\"Core\"><object type=\"PU\"/><object type=\"PU\"/></object>"
        "<object type=\"Core\"/></object></object>",
        socket);
  };
  const std::string text = "<topology version=\"2.0\"><object type=\"Machine\">" + package(0) + package(1) +
                           "</object></topology>";
  const NodeFacts found = read_lstopo(file("node.xml", text));
  EXPECT_EQ(found.sockets, 2);
  EXPECT_EQ(found.cores, 4);
  EXPECT_EQ(found.domains, 2);
  EXPECT_EQ(found.cache, 32 << 20);
  cluster_.lstopo = file("node.xml", text);
  EXPECT_THAT(refusal(cluster_), HasSubstr("--cores says 32 cores of a socket, node.xml says 2"));
  cluster_.cores.reset();
  EXPECT_EQ(made(cluster_).cores(), 4);
  EXPECT_EQ(made(cluster_).number("memory.cache"), 32 << 20);
  cluster_.lstopo = file("node.xml", "<topology/>");
  EXPECT_THAT(refusal(cluster_),
              HasSubstr("node.xml: it has no cores; right would be what lstopo --of xml writes"));
}

}  // namespace
}  // namespace collsim
