#include "platforms/foreign.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "platforms/network/network.hpp"
#include "platforms/platform.hpp"
#include "platforms/platform_file.hpp"
#include "platforms/protocol.hpp"
#include "platforms/typical.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Foreign : public ::testing::Test {
 protected:
  std::string file(const std::string& inside) const {
    const auto path = folder_.path() / "foreign.xml";
    std::ofstream(path) << "<?xml version='1.0'?>\n<platform version=\"4.1\">\n" << inside << "</platform>\n";
    return path.string();
  }
  Platform loaded(const std::string& inside) const { return Platform::load(file(inside)); }
  std::string complaint(const std::string& inside) const {
    try {
      loaded(inside);
      return "nothing";
    } catch (const Error& error) {
      return error.what();
    }
  }
  /// The latency between two nodes, and how many links are on the way.
  static std::pair<double, std::size_t> way(const Platform& platform, int from, int to) {
    std::vector<int> links;
    const double latency = Network::of_platform(platform)->route(from, to, links);
    return {latency, links.size()};
  }
  testing::Folder folder_;
};

TEST_F(Foreign, ABareClusterOfAnyNames) {
  const Platform platform = loaded(
      "<cluster id=\"acme\" prefix=\"c-\" suffix=\".acme.org\" radical=\"1-3,7\" speed=\"1Gf\" core=\"4\" "
      "bw=\"10Gbit/s\" lat=\"5us\"/>\n");
  EXPECT_EQ(platform.nodes(), 4);
  EXPECT_EQ(platform.cores(), 4);
  EXPECT_DOUBLE_EQ(way(platform, 0, 3).first, 2 * 5e-6);
  EXPECT_EQ(Network::of_platform(platform)->bandwidth(0), 1.25e9);
  EXPECT_THAT(platform.numbers().at("link.bandwidth").second, StartsWith("given: "));
  EXPECT_THAT(platform.numbers().at("flag.latency").second, StartsWith("assumed: median of "));
  EXPECT_EQ(platform.number("flag.latency"), parse_quantity(typical("flag.latency").value));
  EXPECT_GT(platform.memory_bandwidth(), 0);
}

TEST_F(Foreign, TopologiesOfSimGrid) {
  const auto cluster = [](const char* topology, const char* parameters, int last) {
    return fmt::format(
        "<AS id=\"world\" routing=\"Full\"><cluster id=\"x\" prefix=\"host\" suffix=\"\" radical=\"0-{}\" "
        "power=\"1Gf\" bw=\"125MBps\" lat=\"50us\" topology=\"{}\" topo_parameters=\"{}\"/></AS>",
        last, topology, parameters);
  };
  for (const auto& [topology, parameters, last] : {std::tuple{"FAT_TREE", "2;4,4;1,2;1,2", 15},
                                                   {"TORUS", "3,2,2", 11},
                                                   {"DRAGONFLY", "3,4;4,3;5,1;2", 119}}) {
    const Platform platform = loaded(cluster(topology, parameters, last));
    EXPECT_EQ(platform.nodes(), last + 1) << topology;
    EXPECT_GT(way(platform, 0, last).first, 0) << topology;
  }
}

TEST_F(Foreign, HostsInZonesKeepTheirRoutes) {
  const Platform platform = loaded(
      "<AS id=\"root\" routing=\"Full\">\n<AS id=\"left\" routing=\"Full\"><host id=\"Alice\" "
      "speed=\"1Gf\"/><host "
      "id=\"Bob\" speed=\"1Gf\"/><link id=\"l\" bandwidth=\"100Mbits\" latency=\"1ms\"/><route src=\"Alice\" "
      "dst=\"Bob\"><link_ctn id=\"l\"/></route></AS>\n<cluster id=\"right\" prefix=\"r\" suffix=\"x\" "
      "radical=\"0-1\" speed=\"1Gf\" bw=\"1Gbps\" lat=\"2us\"/>\n<link id=\"wan\" bandwidth=\"1Gbps\" "
      "latency=\"7ms\"/>\n<ASroute src=\"left\" dst=\"right\" gw_src=\"Bob\" "
      "gw_dst=\"rright_routerx\"><link_ctn "
      "id=\"wan\"/></ASroute></AS>\n");
  EXPECT_EQ(platform.nodes(), 4);
  EXPECT_EQ(way(platform, 0, 1), std::pair(1e-3, std::size_t{1}));
  EXPECT_DOUBLE_EQ(way(platform, 0, 2).first, 1e-3 + 7e-3 + 2e-6) << "from Alice by Bob to the cluster";
}

TEST_F(Foreign, HostsAtTheRootGetARootAround) {
  const Platform platform = loaded(
      "<zone id=\"z\" routing=\"Full\"><prop id=\"title\" value=\"two\"/><prop id=\"copy\" "
      "value=\"3GBps\"/><host "
      "id=\"a\" speed=\"1Gf\"><prop id=\"wattage_per_state\" value=\"9\"/></host><host id=\"b\" "
      "speed=\"1Gf\"/><link "
      "id=\"l\" bandwidth=\"1e9\" latency=\"1e-6\"/><route src=\"a\" dst=\"b\"><link_ctn "
      "id=\"l\"/></route></zone>\n");
  EXPECT_EQ(platform.title(), "two");
  EXPECT_EQ(platform.copy_rate(8), 3e9);
  EXPECT_EQ(way(platform, 0, 1), std::pair(1e-6, std::size_t{1}));
}

TEST_F(Foreign, AllComplaintsComeAtOnce) {
  EXPECT_THAT(
      complaint(
          "<zone id=\"z\" routing=\"Full\">\n<prop id=\"overhed\" value=\"1us\"/>\n<prop id=\"copy\" "
          "value=\"fast\"/>\n<prop id=\"range.copy\" value=\"x2..x3\"/>\n<cluster id=\"c\" "
          "prefix=\"node-\" suffix=\"\" radical=\"0-3\" speed=\"1Gf\" bw=\"1GBp\" lat=\"1us\"/></zone>\n"),
      AllOf(HasSubstr("foreign.xml: 4 complaints: (1) line 4: unknown property 'overhed'"),
            HasSubstr("(2) line 6: 'range.copy'"), HasSubstr("'GBp'"), HasSubstr("'copy': 'fast'")));
}

TEST_F(Foreign, WhatCannotBeReadIsToldBesidesTheRest) {
  const auto cluster = [](const char* radical) {
    return fmt::format(
        "<cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"{}\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" "
        "loopback_bw=\"fast\" loopback_lat=\"1us\"/>\n",
        radical);
  };
  EXPECT_THAT(complaint("<zone id=\"z\" routing=\"Full\"><prop id=\"memory.domains\" value=\"two\"/>" +
                        cluster("0-3") + "</zone>"),
              AllOf(HasSubstr("'loopback.bandwidth': 'fast'"), HasSubstr("'memory.domains': 'two'")));
  EXPECT_THAT(complaint(cluster("0-x")), HasSubstr("foreign.xml: has the radical '0-x'; write 0-63"));
  std::string many = "<zone id=\"z\" routing=\"Full\">";
  for (int i = 0; i < 3; ++i) many += cluster("0-9999999");
  EXPECT_THAT(complaint(many + "</zone>"), HasSubstr("hosts and more; write at most 16777216"));
}

TEST_F(Foreign, WhatIsSaidIsNotAssumed) {
  const Platform platform = loaded(
      "<zone id=\"z\" routing=\"Full\"><prop id=\"overhead\" value=\"2us\"/><prop id=\"combine.arithmetic\" "
      "value=\"9GBps\"/><prop id=\"flag.latency\" value=\"0\"/><cluster id=\"c\" prefix=\"node-\" "
      "suffix=\"\" "
      "radical=\"0-3\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" loopback_bw=\"5GBps\" "
      "loopback_lat=\"1us\"/></zone>\n");
  EXPECT_EQ(platform.overhead(Level::node), 2e-6) << "as that of the network";
  EXPECT_EQ(platform.number("combine.arithmetic", 1 << 30), 9e9) << "for all sizes";
  EXPECT_EQ(platform.number("flag.latency"), 0) << "as it says";
  EXPECT_EQ(platform.number("message", 8), 0) << "the loopback says how fast";
  EXPECT_GT(platform.number("send_overhead"), 0);
  EXPECT_EQ(protocol(platform).eager, 8193);
  EXPECT_FALSE(platform.properties().contains("range.flag.latency"));
}

TEST_F(Foreign, SmpirunsDefaultsChargeNothingElse) {
  PlatformFile made(
      file("<cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"0-3\" speed=\"1Gf\" bw=\"1GBps\" "
           "lat=\"1us\"/>\n"));
  made.take_smpi_defaults();
  made.complete();
  made.check();
  std::ofstream(folder_.path() / "made.xml") << made.xml();
  const Platform platform = Platform::load((folder_.path() / "made.xml").string());
  EXPECT_EQ(platform.number("send_overhead"), 0);
  EXPECT_EQ(platform.settings().at("smpi/send-is-detached-thresh"), "65536");
  EXPECT_EQ(platform.numbers().count("loopback.bandwidth"), 0U);
}

TEST(Typical, IsTheMedianAndTheSpreadOfCalibratedMachines) {
  const Typical& flag = typical("flag.latency");
  EXPECT_TRUE(flag.usual);
  EXPECT_EQ(flag.machines.size(), 5U);
  EXPECT_EQ(flag.value, "60ns");
  EXPECT_EQ(flag.range, "51ns..107ns");
  EXPECT_EQ(typical("overhead.node").range, "200ns..800ns") << "the range that a machine states";
  EXPECT_EQ(typical("flag.latency", {"fugaku", "fugaku_utofu"}).value, "51ns");
  EXPECT_FALSE(typical("quantum").usual) << "of no calibrated machine";
  EXPECT_THAT(typical("smpi/lat-factor").value, StartsWith("0:1;144:1."));
  EXPECT_THAT([] { typical("nothing"); }, ::testing::ThrowsMessage<Error>(HasSubstr("'nothing'")));
}

}  // namespace
}  // namespace collsim
