#include "platforms/network/network.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <simgrid/s4u.hpp>
#include <sstream>

#include "backends/smpi/simulation.hpp"
#include "support/children.hpp"
#include "tests/platform_of.hpp"

namespace s4u = simgrid::s4u;

namespace collsim {
namespace {

/// At most 40 from the first node on, and as many others of a large platform.
std::vector<int> some_nodes(int nodes) {
  std::vector<int> some;
  for (int i = 0; i < std::min(nodes, 40); ++i) some.push_back(i);
  std::mt19937 random(1);
  for (int i = 40; i < std::min(nodes, 80); ++i)
    some.push_back(40 + static_cast<int>(random() % static_cast<unsigned>(nodes - 40)));
  return some;
}

std::string line(int from, int to, double latency, const std::string& links) {
  return fmt::format("{} -> {}: {:a} s{}\n", from, to, latency, links);
}
std::string link_text(const std::string& name, double bandwidth, bool shared) {
  return fmt::format(" | {} {:a} {}", name, bandwidth, shared ? "shared" : "fatpipe");
}

/// A line per ordered pair of nodes: latency, and links with their bandwidths to the last bit.
std::string our_routes(const Network& network, const std::vector<int>& nodes) {
  std::string text;
  std::vector<int> links;
  for (const int from : nodes)
    for (const int to : nodes) {
      const double latency = network.route(from, to, links);
      std::string named;
      for (const int link : links)
        named += link_text(network.name(link), network.bandwidth(link), network.shared(link));
      text += line(from, to, latency, named);
    }
  return text;
}

TEST(Network, OfTheFirstNodesHasTheirRoutes) {
  for (const auto& name : platform_names()) {
    const Platform platform = Platform::load(name);
    std::vector<int> nodes;
    for (int i = 0; i < std::min(platform.nodes(), 40); ++i) nodes.push_back(i);
    const auto some = Network::of_platform(platform, static_cast<int>(nodes.size()));
    EXPECT_EQ(our_routes(*some, nodes), our_routes(*Network::of_platform(platform), nodes)) << name;
  }
}

/// With so many of the platform's nodes loaded.
std::string simgrid_routes(const Platform& platform, const std::vector<int>& nodes, int loaded) {
  const auto routes = [&](std::size_t) {
    const Simulation simulation(platform, loaded);
    s4u::Engine::get_instance()->get_netzone_root()->seal();  // as run() does: default loopbacks appear
    std::string text;
    const auto host = [](int node) { return s4u::Host::by_name(fmt::format("node-{}", node)); };
    for (const int from : nodes)
      for (const int to : nodes) {
        std::vector<s4u::Link*> links;
        double latency = 0;
        host(from)->route_to(host(to), links, &latency);
        std::string named;
        for (const auto* link : links)
          named += link_text(link->get_name(), link->get_bandwidth(),
                             link->get_sharing_policy() != s4u::Link::SharingPolicy::FATPIPE);
        text += line(from, to, latency, named);
      }
    return text;
  };
  std::string text;
  in_children(
      1, 1, routes, [] { return false; },
      [&](std::size_t, const ChildReport& report) {
        EXPECT_EQ(report.failure, "");
        text = report.output;
      });
  return text;
}

/// The first line that differs, ours and SimGrid's; empty if none.
std::string difference(const std::string& ours, const std::string& theirs) {
  std::istringstream a(ours), b(theirs);
  for (std::string x, y; std::getline(a, x) && std::getline(b, y);)
    if (x != y) return fmt::format("ours    {}\nSimGrid {}", x, y);
  return ours.size() == theirs.size() ? "" : "one has fewer lines";
}

void expect_as_simgrid(const Platform& platform, const std::string& what) {
  const auto network = Network::of_platform(platform);
  const std::vector<int> nodes = some_nodes(platform.nodes());
  EXPECT_EQ(difference(our_routes(*network, nodes), simgrid_routes(platform, nodes, platform.nodes())), "")
      << what;

  double least = std::numeric_limits<double>::infinity();
  std::vector<int> links;
  for (const int from : nodes)
    for (const int to : nodes) {
      const double latency = network->route(from, to, links);
      if (from != to) least = std::min(least, latency);
      for (const int link : links) EXPECT_TRUE(link >= 0 && link < network->links()) << what;
    }
  // Whichever nodes are nearest, they are among the first here.
  EXPECT_LE(network->least_latency(), least) << what;
  EXPECT_GE(network->least_latency(), least * (1 - 1e-11)) << what;
}

void expect_cluster(const std::string& attributes, int hosts) {
  expect_as_simgrid(platform_of(cluster(attributes, fmt::format("0-{}", hosts - 1)), hosts), attributes);
}

const std::string loopback = "loopback_bw=\"5GBps\" loopback_lat=\"0.4us\"";
const std::string limiter = "limiter_link=\"1.9GBps\"";

TEST(Network, ShippedPlatforms) {
  for (const auto& name : platform_names()) {
    // SimGrid walks through all hosts for each zone that it is given, one for each router of this machine.
    std::map<std::string, std::string> smaller;
    if (name == "cray_xe6") smaller["topology"] = "7,8,6";
    const Platform platform = Platform::load(name, smaller);
    // It takes half a minute to make a million hosts.
    if (platform.nodes() < 1'000'000) expect_as_simgrid(platform, name);
  }
}

// SimGrid is given no more of a platform than ranks need.
TEST(Network, FirstNodesOfShippedPlatforms) {
  for (const auto& name : platform_names()) {
    const Platform platform = Platform::load(name);
    std::vector<int> nodes(static_cast<std::size_t>(std::min(platform.nodes(), 21)));
    std::iota(nodes.begin(), nodes.end(), 0);
    const int loaded = static_cast<int>(nodes.size());
    EXPECT_EQ(difference(our_routes(*Network::of_platform(platform), nodes),
                         simgrid_routes(platform, nodes, loaded)),
              "")
        << name;
  }
}

TEST(Network, Star) {
  for (const std::string policy : {"SPLITDUPLEX", "SHARED", "FATPIPE", "FULLDUPLEX"})
    for (const std::string backbone :
         {"", "bb_bw=\"3GBps\" bb_lat=\"0.7us\"", "bb_bw=\"3GBps\" bb_sharing_policy=\"FATPIPE\""})
      for (const auto& extra : {std::string(), loopback, limiter, loopback + " " + limiter})
        expect_cluster(fmt::format("sharing_policy=\"{}\" {} {}", policy, backbone, extra), 5);
  expect_cluster("", 1);
  expect_as_simgrid(platform_of(cluster(limiter + " " + loopback, "4-6,0,2-3,1"), 7),
                    "radicals out of order");
}

TEST(Network, Torus) {
  const auto torus = [](const std::string& sizes, int hosts, const std::string& extra) {
    expect_cluster(fmt::format("topology=\"TORUS\" topo_parameters=\"{}\" {}", sizes, extra), hosts);
  };
  for (const std::string policy : {"", "sharing_policy=\"SHARED\"", "sharing_policy=\"FATPIPE\""})
    for (const auto& extra : {std::string(), loopback, limiter, loopback + " " + limiter})
      torus("3,4,2", 24, policy + " " + extra);
  for (int size = 1; size <= 9; ++size) torus(fmt::format("{}", size), size, "");
  torus("4,4", 16, "");
  torus("1,6", 6, "");
  torus("6,1", 6, "");
  torus("2,3,2,3", 36, "");
  torus("10,12,5", 600, "");
}

TEST(Network, ConcentratedTorus) {
  const auto torus = [](const std::string& parameters, int hosts, const std::string& extra) {
    expect_cluster(
        fmt::format("topology=\"CONCENTRATED_TORUS\" topo_parameters=\"{}\" node_bw=\"1.5GBps\" {} {}",
                    parameters, loopback, extra),
        hosts);
  };
  torus("2;3,4,2;2,1,2", 48, "");
  torus("3;4,4;1,3", 48, "flow_bw=\"0.7GBps\"");
  torus("1;5;2", 5, "flow_bw=\"9GBps\"");
  torus("4;1;1", 4, "");
}

TEST(Network, FatTree) {
  const auto tree = [](const std::string& parameters, int hosts, const std::string& extra) {
    expect_cluster(fmt::format("topology=\"FAT_TREE\" topo_parameters=\"{}\" {}", parameters, extra), hosts);
  };
  for (const std::string policy : {"", "sharing_policy=\"SHARED\""})
    for (const auto& extra : {std::string(), loopback, limiter, loopback + " " + limiter})
      tree("2;4,4;1,2;1,2", 16, policy + " " + extra);
  tree("1;8;1;1", 8, "");
  tree("1;6;2;3", 6, limiter);
  tree("2;3,4;2,2;3,2", 12, limiter);
  tree("2;2,3;4,3;1,1", 6, "");
  tree("3;2,3,2;1,2,2;2,1,3", 12, "");
  tree("3;4,3,5;1,4,3;2,3,2", 60, "");
  tree("2;1,5;1,2;1,2", 5, "");
  tree("3;8,8,4;1,8,8;1,1,1", 256, "");
}

TEST(Network, Dragonfly) {
  const auto dragonfly = [](const std::string& parameters, int hosts, const std::string& extra) {
    expect_cluster(fmt::format("topology=\"DRAGONFLY\" topo_parameters=\"{}\" {}", parameters, extra), hosts);
  };
  for (const std::string policy : {"", "sharing_policy=\"SHARED\""})
    for (const auto& extra : {std::string(), loopback, limiter, loopback + " " + limiter})
      dragonfly("2,3;3,2;3,4;2", 36, policy + " " + extra);
  dragonfly("3,4;4,3;5,1;2", 120, "");
  dragonfly("4,1;1,1;4,1;3", 48, limiter);
  dragonfly("1,1;3,2;2,2;1", 6, "");
  dragonfly("1,1;1,1;1,1;4", 4, "");
}

TEST(Network, Kautz) {
  const auto kautz = [](int degree, int hosts) {
    expect_cluster(fmt::format("sharing_policy=\"SHARED\" topology=\"KAUTZ\" topo_parameters=\"{}\" {}",
                               degree, loopback),
                   hosts);
  };
  for (const int hosts : {3, 6, 12, 24, 48}) kautz(2, hosts);
  for (const int hosts : {4, 12, 36, 108}) kautz(3, hosts);
  kautz(5, 30);
}

TEST(Network, Groups) {
  const auto groups = [](const std::string& parameters, int hosts, const std::string& extra) {
    expect_cluster(fmt::format("topology=\"GROUPS\" topo_parameters=\"{}\" trunk_bw=\"3GBps\" "
                               "trunk_lat=\"0.7us\" leaf_bw=\"2GBps\" leaf_lat=\"0.11us\" {}",
                               parameters, extra),
                   hosts);
  };
  for (const std::string kind : {"paired", "core"}) {
    for (const std::string extra : {"", "sharing_policy=\"SHARED\" loopback_bw=\"5GBps\""}) {
      groups(kind + ";4,3,2", 24, extra);
      groups(kind + ";5,3", 15, extra);
    }
    groups(kind + ";1,4,3", 12, "");
    groups(kind + ";3,1,2", 6, "");
    groups(kind + ";30,2,1", 60, "");
  }
}

TEST(Network, GroupsMeetWhereTheyDo) {
  const auto text = [](const Network& network, int from, int to) {
    std::vector<int> links;
    const double latency = network.route(from, to, links);
    std::string way = fmt::format("{:.2f} us", latency * 1e6);
    for (const int link : links) way += " " + network.name(link);
    return way;
  };
  const auto leonardo = Network::of_platform(Platform::load("leonardo"));
  EXPECT_EQ(text(*leonardo, 0, 9), "0.94 us group-0-0_link_0_UP group-0-0_link_9_DOWN")
      << "at one leaf switch";
  EXPECT_EQ(text(*leonardo, 0, 10),
            "1.20 us group-0-0_link_0_UP leaf-0-0_UP leaf-0-1_DOWN group-0-1_link_10_DOWN")
      << "in one cell";
  EXPECT_EQ(text(*leonardo, 180, 0),
            "1.45 us group-1-0_link_180_UP leaf-1-0_UP trunk-0-1_DOWN leaf-0-0_DOWN group-0-0_link_0_DOWN");
  EXPECT_EQ(text(*Network::of_platform(Platform::load("mare_nostrum")), 0, 1119),
            "1.60 us group-0-0_link_0_UP leaf-0-0_UP trunk-0_UP trunk-6_DOWN leaf-6-4_DOWN "
            "group-6-4_link_1119_DOWN");
}

TEST(Network, ClustersJoined) {
  const std::string star = "bb_bw=\"3GBps\" bb_lat=\"0.7us\" " + loopback + " ";
  const auto join = [](const std::string& one, const std::string& other, const std::string& gateways,
                       int first = 6) {
    const std::string others = fmt::format("{}-{}", first, first + 5);
    expect_as_simgrid(platform_of(cluster(one, fmt::format("0-{}", first - 1), "one") +
                                      cluster(other, others, "other") + gateways,
                                  first + 6),
                      one + other);
  };
  join(star, limiter, at_gateways("node-one_router", "node-other_router"));
  join("router_id=\"first\"", star + "router_id=\"second\"", at_gateways("first", "second"));
  join("topology=\"TORUS\" topo_parameters=\"3,2\"", star, at_gateways("node-2", "node-other_router"));
  // SimGrid numbers the hosts and cables of all fat trees, and the cables of all dragonflies, together.
  const std::string tree = "topology=\"FAT_TREE\" topo_parameters=";
  join(tree + "\"2;3,3;1,2;1,1\"", tree + "\"2;2,3;2,2;1,2\"", at_gateways("node-1", "node-9"), 9);
  const std::string dragonfly = "topology=\"DRAGONFLY\" topo_parameters=\"1,1;2,1;3,1;1\"";
  join(dragonfly, dragonfly, at_gateways("node-5", "node-6"));
}

TEST(Network, NearestNodesInDifferentZones) {
  const std::string gateways = at_gateways("node-one_router", "node-other_router");
  expect_as_simgrid(platform_of(cluster("", "0-0", "one") + cluster("", "1-1", "other") + gateways, 2),
                    "1+1");
}

const std::string links = R"(<link id="a" bandwidth="1GBps" latency="1us"/>
<link id="b" bandwidth="2GBps" latency="2.2us" sharing_policy="SPLITDUPLEX"/>
<link id="c" bandwidth="3GBps" latency="0" sharing_policy="FATPIPE"/>
<link id="loop" bandwidth="4GBps" latency="0.3us"/>
)";
const std::string routes =
    R"(<route src="node-0" dst="node-1"><link_ctn id="a"/><link_ctn id="b" direction="UP"/></route>
<route src="node-1" dst="node-2" symmetrical="NO"><link_ctn id="c"/><link_ctn id="b_UP"/><link_ctn id="a"/></route>
<route src="node-2" dst="node-1" symmetrical="no"><link_ctn id="b" direction="DOWN"/></route>
<route src="node-0" dst="node-2" symmetrical="yes"><link_ctn id="b" direction="DOWN"/><link_ctn id="c"/></route>
<route src="node-2" dst="node-2"><link_ctn id="loop"/></route>
)";

TEST(Network, ExplicitRoutes) {
  expect_as_simgrid(platform_of(hosts("node-", 0, 3) + hosts("memory-", 0, 3) + links + routes, 0), "routes");
}

TEST(Network, ZonesInZones) {
  // left: hosts with explicit routes and a router; right: a zone of two clusters whose way out is a router of
  // the second.
  const std::string left =
      "<zone id=\"left\" routing=\"full\">\n" + hosts("node-", 0, 3) + "<router id=\"out\"/>\n" + links +
      routes +
      "<route src=\"node-0\" dst=\"out\"><link_ctn id=\"b\" direction=\"UP\"/></route>\n"
      "<route src=\"node-1\" dst=\"out\"><link_ctn id=\"a\"/></route>\n"
      "<route src=\"node-2\" dst=\"out\"><link_ctn id=\"c\"/><link_ctn id=\"a\"/></route>\n"
      "</zone>\n";
  const std::string right = "<zone id=\"right\" routing=\"Full\">\n" + cluster("", "3-6", "one") +
                            cluster("topology=\"TORUS\" topo_parameters=\"2,3\"", "7-12", "other") +
                            at_gateways("node-one_router", "node-8") + "</zone>\n";
  const std::string memory =
      "<zone id=\"memory\" routing=\"None\">\n" + hosts("memory-", 0, 13) + "</zone>\n";
  const std::string join =
      "<link id=\"far\" bandwidth=\"1GBps\" latency=\"50us\"/>\n"
      "<zoneRoute src=\"left\" dst=\"right\" gw_src=\"out\" gw_dst=\"node-8\"><link_ctn id=\"far\"/>"
      "<link_ctn id=\"b\" direction=\"DOWN\"/></zoneRoute>\n";
  expect_as_simgrid(platform_of(left + right + memory + join, 0), "zones");
}

TEST(Network, LatencyIsThatOfTheLinks) {
  std::vector<int> route;
  const auto star = Network::of_platform(platform_of(cluster("bb_bw=\"3GBps\" bb_lat=\"0.7us\"", "0-3"), 4));
  EXPECT_DOUBLE_EQ(star->route(0, 3, route), 2 * 1.3e-6 + 0.7e-6);
  const auto torus =
      Network::of_platform(platform_of(cluster("topology=\"TORUS\" topo_parameters=\"4,5\"", "0-19"), 20));
  for (int to = 0; to < 20; ++to) {
    const double latency = torus->route(7, to, route);
    EXPECT_NEAR(latency, 1.3e-6 * static_cast<double>(route.size()), 1e-18);
  }
}

std::vector<std::string> classes(const Network& network) {
  std::vector<std::string> found;
  for (int link = 0; link < network.links(); ++link)
    if (const std::string name = network.class_of(link).name; std::ranges::find(found, name) == found.end())
      found.push_back(name);
  return found;
}

TEST(Network, LinksHaveClasses) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(classes(*Network::of_platform(Platform::load("star"))),
            (Names{"nodes up", "nodes down", "within nodes"}));
  const auto torus = Network::of_platform(Platform::load("cray_t3e", {{"topology", "4,4,2"}}));
  EXPECT_EQ(classes(*torus), (Names{"x up", "x down", "y up", "y down", "z up", "z down"}));
  EXPECT_EQ(torus->class_of(0).sides, (std::vector<int>{4, 4, 2}));
  const auto gemini = Network::of_platform(Platform::load("cray_xe6", {{"topology", "4,4,2"}}));
  EXPECT_EQ(classes(*gemini), (Names{"nodes up", "nodes down", "each message", "x up", "x down", "y up",
                                     "y down", "z up", "z down", "within nodes"}));
  EXPECT_EQ(gemini->class_of(0).sides, (std::vector<int>{2, 4, 4, 2})) << "a link for each node";
  EXPECT_EQ(gemini->class_of(3 * 64).sides, (std::vector<int>{4, 4, 2})) << "and for each router";
  const auto of_cluster = [](const std::string& topology, int hosts) {
    return classes(
        *Network::of_platform(platform_of(cluster(topology, fmt::format("0-{}", hosts - 1)), hosts)));
  };
  EXPECT_EQ(of_cluster("topology=\"FAT_TREE\" topo_parameters=\"2;4,4;1,2;1,2\"", 16),
            (Names{"nodes up", "nodes down", "switches of level 1 up", "switches of level 1 down"}));
  EXPECT_EQ(
      of_cluster("sharing_policy=\"SHARED\" topology=\"DRAGONFLY\" topo_parameters=\"2,3;3,2;3,4;2\"", 36),
      (Names{"nodes", "green, within chassis,", "black, between chassis,", "blue, between groups,"}));
  EXPECT_EQ(
      classes(*Network::of_platform(Platform::load("leonardo"))),
      (Names{"leaf up", "leaf down", "trunk up", "trunk down", "nodes up", "nodes down", "within nodes"}));
}

TEST(Network, DetoursLeadThroughAThirdGroup) {
  const auto leonardo = Network::of_platform(Platform::load("leonardo"));
  EXPECT_EQ(leonardo->groups(), 23);
  EXPECT_EQ(leonardo->group(179), 0);
  EXPECT_EQ(leonardo->group(180), 1);
  std::vector<int> shortest, around;
  const double latency = leonardo->route(0, 200, shortest);
  EXPECT_NEAR(leonardo->detour(0, 200, 5, around), latency + 0.25e-6, 1e-12) << "that of one more trunk";
  std::vector<std::string> names;
  for (const int link : around) names.push_back(leonardo->name(link));
  EXPECT_EQ(names,
            (std::vector<std::string>{leonardo->name(shortest.front()), "leaf-0-0_UP", "trunk-0-5_UP",
                                      "trunk-1-5_DOWN", "leaf-1-2_DOWN", leonardo->name(shortest.back())}));
  EXPECT_EQ(Network::of_platform(Platform::load("star"))->groups(), 0);
}

TEST(Network, NumbersAMillionNodesArithmetically) {
  const int nodes = 1 << 20;
  const auto star =
      Network::of_platform(platform_of(cluster(loopback, fmt::format("0-{}", nodes - 1)), nodes));
  EXPECT_EQ(star->links(), 3 * nodes);
  std::vector<int> route;
  star->route(nodes - 1, 77, route);
  EXPECT_EQ(star->name(route.at(0)), "nodes_link_1048575_UP");
  EXPECT_EQ(star->name(route.at(1)), "nodes_link_77_DOWN");
}

}  // namespace
}  // namespace collsim
