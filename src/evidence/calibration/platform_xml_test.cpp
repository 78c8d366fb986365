#include "evidence/calibration/platform_xml.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "lab/scenarios/rank_files.hpp"
#include "platforms/network/network.hpp"
#include "platforms/platform.hpp"
#include "platforms/protocol.hpp"
#include "support/error.hpp"
#include "tests/folder.hpp"

namespace collsim {
namespace {

Calibration calibration() {
  Calibration is;
  is.nominal = 20e6;
  is.bandwidth = 2e6;  // a tenth of a byte per bit
  is.alone = 3e6;
  is.latency.known = {{2, 10e-6}, {4, 40e-6}};
  is.buffered = 90'000;
  is.eager = 1 << 20;
  is.rates = {{"copy", {{{2, 4e9}, {4, 2e9}}}},
              {"combine.arithmetic", {{{4, 1e9}}}},
              {"combine.location", {{{4, 1e9}}}},
              {"combine.user", {{{4, 1e9}}}}};
  is.digest = std::string(64, 'a');
  return is;
}

/// Rank 0 and 3 on the upper switch and the deepest, 1 and 2 together on the one between.
Testbed tree() {
  return Testbed::parse(
      R"({"title": "a <tree> & \"more\"", "root": {"hosts": {"top": "50Mbit/s"}, "switches": [
      {"uplink": "30Mbit/s", "hosts": {"a": "20Mbit/s", "b": "10Mbit/s"}, "switches": [
         {"uplink": "5Mbit/s", "hosts": {"deep": "100Mbit/s"}}]}]}, "ranks": ["top", "a", "b", "deep"]})",
      "tree.json");
}

Platform loaded(const std::string& xml) {
  const testing::Folder folder;
  const auto file = folder.path() / "made.xml";
  std::ofstream(file) << xml;
  return Platform::load(file.string());
}

/// Bandwidths of the links between two nodes, in their order.
std::vector<double> way(const Network& network, int from, int to) {
  std::vector<int> links;
  network.route(from, to, links);
  std::vector<double> rates;
  for (const int link : links) rates.push_back(network.bandwidth(link));
  return rates;
}

TEST(PlatformXml, HasTheTreeOfTheTestbed) {
  const Platform platform = loaded(platform_xml(tree(), calibration()));
  EXPECT_EQ(platform.title(), "a <tree> & \"more\"");
  EXPECT_EQ(platform.nodes(), 4);
  const auto network = Network::of_platform(platform);
  EXPECT_EQ(way(*network, 0, 1), (std::vector{5e6, 3e6, 2e6}));
  EXPECT_EQ(way(*network, 1, 0), (std::vector{2e6, 3e6, 5e6}));
  EXPECT_EQ(way(*network, 1, 2), (std::vector{2e6, 1e6})) << "the uplink is not on the way";
  EXPECT_EQ(way(*network, 0, 3), (std::vector{5e6, 3e6, 0.5e6, 10e6}));
  EXPECT_EQ(way(*network, 3, 2), (std::vector{10e6, 0.5e6, 1e6}));
  std::vector<int> there, back;
  EXPECT_DOUBLE_EQ(network->route(0, 3, there), 40e-6) << "of as many ranks as there are hosts";
  network->route(3, 0, back);
  for (const int link : there)
    EXPECT_EQ(std::count(back.begin(), back.end(), link), 0) << "both ways at once";
}

TEST(PlatformXml, RanksAreOnTheNodesOfTheirHosts) {
  const testing::Folder folder;
  const auto file = (folder.path() / "placement.csv").string();
  std::ofstream(file) << placement_csv(tree());
  const auto places = read_places(file);
  ASSERT_EQ(places.size(), 4U);
  EXPECT_EQ(places[3].host, 3) << "deep, whose links node 3 has";
}

TEST(PlatformXml, HasTheNumbersOfTheCalibration) {
  const Platform platform = loaded(platform_xml(tree(), calibration()));
  EXPECT_EQ(platform.copy_rate(0), 2e9);
  EXPECT_EQ(platform.combine_rate("user", "double", 0), 1e9);
  const Protocol is = protocol(platform);
  EXPECT_EQ(is.detached, 90'000);
  EXPECT_EQ(is.eager, 90'000) << "SMPI has no message that sets out while its sender waits";
  EXPECT_EQ(is.tcp.eager, (1 << 20) + 1);
  EXPECT_EQ(platform.network(), "tcp");
  for (const char* name : {"link.bandwidth", "link.latency", "copy", "smpi/send-is-detached-thresh"})
    EXPECT_THAT(platform.numbers().at(name).second, ::testing::StartsWith("calibrated: this run")) << name;
}

TEST(PlatformXml, SaysWhatHostsShare) {
  Calibration is = calibration();
  EXPECT_EQ(protocol(loaded(platform_xml(tree(), is))).tcp.cores, 0);
  is.cores = {
      .number = 2, .poll = 7e-6, .hand_over = 1e-9, .forward = 9e-6, .receive = 5e-6, .acknowledge = 2e-6};
  const TcpProtocol tcp = protocol(loaded(platform_xml(tree(), is))).tcp;
  EXPECT_EQ(tcp.cores, 2);
  EXPECT_EQ(tcp.poll, 7e-6);
  EXPECT_DOUBLE_EQ(tcp.hand_over, 1e-9);
  EXPECT_DOUBLE_EQ(tcp.forward, 3e-6) << "a piece passes two hosts and their switch";
  EXPECT_EQ(tcp.receive, 5e-6);
  EXPECT_EQ(tcp.acknowledge, 2e-6);
  is.cores.number = 4;
  EXPECT_EQ(protocol(loaded(platform_xml(tree(), is))).tcp.cores, 0) << "each host has one";
}

TEST(PlatformXml, IsAStarWhereNobodyKnowsTheNetwork) {
  Calibration is = calibration();
  is.nominal = 0;
  is.latency_factors = {{181, 3}, {16384, 1}};
  const Platform platform = loaded(platform_xml("machine", 4, is));
  EXPECT_EQ(platform.nodes(), 4);
  const auto network = Network::of_platform(platform);
  EXPECT_EQ(way(*network, 0, 3), (std::vector{3e6, 3e6})) << "one way at a time";
  EXPECT_EQ(protocol(platform).exchange.rate, 4e6) << "both ways together";
  EXPECT_EQ(platform.network(), "links") << "which knows that";
  EXPECT_THAT(platform.numbers().at("flag.latency").second, ::testing::StartsWith("assumed: "))
      << "unmeasured";
  EXPECT_FALSE(platform.properties().at("range.flag.latency").empty());
  EXPECT_EQ(platform.overhead(), 0) << "what is measured has it in the latency";
  EXPECT_EQ(protocol(platform).latency_factor, SizeFactor("0:1;197:3;16400:1")) << "of sizes on the wire";
  EXPECT_THAT(platform.numbers().at("smpi/lat-factor").second, ::testing::StartsWith("calibrated: this run"));
  std::vector<int> links;
  EXPECT_DOUBLE_EQ(network->route(1, 2, links), 40e-6);
  EXPECT_THAT([&] { platform_xml(tree(), is); },
              ::testing::ThrowsMessage<Error>(::testing::HasSubstr("was not made on a testbed")));
}

}  // namespace
}  // namespace collsim
