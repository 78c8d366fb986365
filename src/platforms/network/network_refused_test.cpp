#include <gmock/gmock.h>

#include "backends/smpi/simulation.hpp"
#include "platforms/network/network.hpp"
#include "tests/platform_of.hpp"

namespace collsim {
namespace {

using ::testing::HasSubstr;

std::string refused(const std::string& content, int memories) {
  const Platform platform = platform_of(content, memories);
  return complaint([&] { Network::of_platform(platform); });
}

TEST(Network, NamesWhatItCannotModel) {
  const std::string both = hosts("node-", 0, 2) + hosts("memory-", 0, 2);
  const std::string link = "<link id=\"a\" bandwidth=\"1GBps\" latency=\"1us\"";
  const std::string route = "<route src=\"node-0\" dst=\"node-1\"><link_ctn id=\"a\"/></route>\n";
  EXPECT_EQ(refused(both + link + "/>" + route, 0), "nothing");
  EXPECT_THAT(refused(both + link + " bandwidth_file=\"x\"/>" + route, 0), HasSubstr("'bandwidth_file'"));
  EXPECT_THAT(refused(both + link + " sharing_policy=\"WIFI\"/>" + route, 0), HasSubstr("'WIFI'"));
  EXPECT_THAT(refused(both + link + "/><trace id=\"x\"/>" + route, 0), HasSubstr("element 'trace'"));
  EXPECT_THAT(refused(both + link + "/>", 0), HasSubstr("no route from 'node-0' to 'node-1'; add a <route>"));
  EXPECT_THAT(refused(both + link + "/>" + route + route, 0),
              HasSubstr("two routes from 'node-0' to 'node-1'"));
  EXPECT_THAT(refused(both + link + "/>" + link + "/>" + route, 0), HasSubstr("two links called 'a'"));
  EXPECT_THAT(refused(both + link + " sharing_policy=\"SPLITDUPLEX\"/>" + route, 0),
              HasSubstr("write UP or DOWN"));
  EXPECT_THAT(refused(both + "<link id=\"aa\" bandwidth=\"1GBps\" latency=\"0\"/>" + route, 0),
              HasSubstr("no <link> called 'a'; did you mean 'aa'?"));
  EXPECT_THAT(refused(cluster("", "0-1") + both, 2), HasSubstr("hosts beside zones"));
  EXPECT_THAT(refused("<zone id=\"f\" routing=\"Floyd\">" + hosts("node-", 0, 2) + "</zone>", 2),
              HasSubstr("'Floyd'"));
  EXPECT_THAT(refused("<peer id=\"p\"/>" + cluster("", "0-1"), 2), HasSubstr("element 'peer'"));
  EXPECT_THAT(refused(cluster("", "0-1", "one") + cluster("", "2-3", "other"), 4),
              HasSubstr("no route from 'one' to 'other'; add a <zoneRoute>"));
  EXPECT_THAT(refused(cluster("", "0-1", "one") + cluster("", "2-3", "other") +
                          at_gateways("node-one_router", "node-3x"),
                      4),
              HasSubstr("gw_dst, 'node-3x'"));
  EXPECT_THAT(refused(cluster("", "0,2"), 2), HasSubstr("no node-1"));
  EXPECT_THAT(refused(cluster("", "0,0"), 2), HasSubstr("two hosts called node-0"));
  EXPECT_THAT(refused(cluster("topology=\"MESH\"", "0-1"), 2), HasSubstr("unknown topology 'MESH'"));
  EXPECT_THAT(refused(cluster("topology=\"TORUS\" topo_parameters=\"3\"", "0-1"), 2),
              HasSubstr("cluster 'nodes' has 2 hosts in its radical; its topo_parameters want 3"));
  EXPECT_THAT(refused(cluster("topology=\"TORUS\" topo_parameters=\"2x\"", "0-1"), 2),
              HasSubstr("such as 8,8,4"));
  EXPECT_THAT(refused(cluster("topology=\"FAT_TREE\" topo_parameters=\"2;2;1;1\"", "0-1"), 2),
              HasSubstr("such as 2;4,4;1,2;1,2"));
  EXPECT_THAT(refused(cluster("topology=\"DRAGONFLY\" topo_parameters=\"2,1;1,1;1,1;1\"", "0-1"), 2),
              HasSubstr("as many routers in a chassis as groups"));
  const std::string kautz =
      "sharing_policy=\"SHARED\" loopback_bw=\"1GBps\" topology=\"KAUTZ\" topo_parameters=";
  EXPECT_THAT(refused(cluster(kautz + "\"3\"", "0-34"), 35),
              HasSubstr("has 35 hosts in its radical; its topo_parameters want 36"));
  EXPECT_THAT(refused(cluster(kautz + "\"1\"", "0-1"), 2), HasSubstr("write its degree, such as 3"));
  EXPECT_THAT(refused(cluster(kautz + "\"3\" limiter_link=\"1GBps\"", "0-11"), 12),
              HasSubstr("no limiter_link"));
  const std::string routers = "loopback_bw=\"1GBps\" topology=\"CONCENTRATED_TORUS\" topo_parameters=";
  EXPECT_THAT(refused(cluster(routers + "\"2;3,4;1,1\" node_bw=\"1GBps\"", "0-11"), 12),
              HasSubstr("has 12 hosts in its radical; its topo_parameters want 24"));
  for (const std::string wrong : {"3,4", "2;3,4", "2;3,4;1", "2,2;3,4;1,1", "2;3,4;1,0"})
    EXPECT_THAT(refused(cluster(routers + "\"" + wrong + "\" node_bw=\"1GBps\"", "0-23"), 24),
                HasSubstr("'" + wrong + "'; write HOSTS;SIDES;CABLES, such as 2;17,8,24;2,1,2"));
  EXPECT_THAT(refused(cluster(routers + "\"2;3;1\"", "0-5"), 6), HasSubstr("a loopback_bw, a node_bw"));
  EXPECT_THAT(refused(cluster("topology=\"TORUS\" topo_parameters=\"2\" flow_bw=\"1GBps\"", "0-1"), 2),
              HasSubstr("which only a CONCENTRATED_TORUS knows"));
  const std::string groups = "trunk_bw=\"1GBps\" trunk_lat=\"1us\" topology=\"GROUPS\" topo_parameters=";
  for (const std::string wrong : {"", "paired", "star;2,3", "paired;", "core;6", "core;1,2,3,1", "core;2,0"})
    EXPECT_THAT(
        refused(cluster(groups + "\"" + wrong + "\"", "0-5"), 6),
        HasSubstr("cluster 'nodes' has the topo_parameters '" + wrong + "'; write KIND;GROUPS,LEAVES,NODES"));
  EXPECT_THAT(refused(cluster(groups + "\"core;2,2\"", "0-5"), 6),
              HasSubstr("has 6 hosts in its radical; its topo_parameters want 4"));
  EXPECT_THAT(refused(cluster(groups + "\"core;2,3,1\"", "0-5"), 6), HasSubstr("leaf_bw of 'nodes'"));
  EXPECT_THAT(refused(cluster(groups + "\"core;2,3\"", "3-5,0-2"), 6), HasSubstr("begin at 0"));
  EXPECT_THAT(refused(cluster(groups + "\"paired;1000,1\"", "0-999"), 1000),
              HasSubstr("joins 499500 pairs of groups and of leaf switches; write at most 200000"));
  EXPECT_THAT(refused(cluster("trunk_bw=\"1GBps\"", "0-1"), 2), HasSubstr("attribute 'trunk_bw'"));
  EXPECT_THAT(refused(cluster("topology=\"TORUS\" topo_parameters=\"1000000,1000000,1000000\"", "0-1"), 2),
              HasSubstr("hosts, switches or links; at most 2147483647 can be numbered"));
  EXPECT_THAT(complaint([] { platform_of(cluster("limiter_link=\"nan\"", "0-1"), 2); }),
              HasSubstr("'limiter.bandwidth': 'nan' should be a rate"));
  EXPECT_THAT(refused(cluster("loopback_lat=\"1us\"", "0-1"), 2), HasSubstr("loopback_bw; give both"));
  EXPECT_THAT(refused(cluster("", "0-1") +
                          "<cluster id=\"m\" prefix=\"memory-\" suffix=\"\" radical=\"0-1\" "
                          "speed=\"1Gf\" bw=\"1GBps\" lat=\"0\" topology=\"TORUS\" topo_parameters=\"2\"/>",
                      0),
              HasSubstr("'m' gives memory hosts a topology"));
}

TEST(Network, SmpiRefusesWhatIsNoSuchGraph) {
  const Platform platform = platform_of(cluster("topology=\"KAUTZ\" topo_parameters=\"2\"", "0-5"), 6);
  EXPECT_THAT(complaint([&] { const Simulation simulation(platform, platform.nodes()); }),
              HasSubstr("cluster 'nodes' is a Kautz graph, whose links lead one way"));
  const Platform routers =
      platform_of(cluster("topology=\"CONCENTRATED_TORUS\" topo_parameters=\"2;3;1\"", "0-5"), 6);
  EXPECT_THAT(complaint([&] { const Simulation simulation(routers, routers.nodes()); }),
              HasSubstr("cluster 'nodes' is a concentrated torus; write"));
}

TEST(Network, SmpiRefusesAnotherEnvelope) {
  const Platform platform = platform_of("<prop id=\"envelope\" value=\"8\"/>\n" + cluster("", "0-1"), 2);
  EXPECT_THAT(complaint([&] { const Simulation simulation(platform, platform.nodes()); }),
              HasSubstr("gives messages an envelope of 8 bytes; SMPI's is 16 bytes and cannot change"));
}

TEST(Network, SmpiAddsNoLatencyToNone) {
  const Platform platform = platform_of("<prop id=\"network.latency\" value=\"1us\"/>\n" + cluster("", "0-1"),
                                        2, "", {{"link.latency", "0"}});
  EXPECT_THAT(
      complaint([&] { const Simulation simulation(platform, platform.nodes()); }),
      HasSubstr("names a 'network.latency', but links without latency, which SMPI cannot make longer"));
}

}  // namespace
}  // namespace collsim
