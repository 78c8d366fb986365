#include "platforms/network/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <charconv>
#include <set>

#include "platforms/network/attributes.hpp"
#include "platforms/network/groups.hpp"
#include "platforms/network/link_list.hpp"
#include "support/error.hpp"

namespace collsim::network {
namespace {

constexpr const char* node_prefix = "node-";

bool is_memory(const std::string& name) {
  return name.starts_with("memory-");
}

/// XPath: whatever is no memory.
constexpr const char* network_inside =
    "descendant-or-self::cluster[not(starts-with(@prefix,'memory-'))] | .//router | "
    ".//host[not(starts-with(@id,'memory-'))]";

std::string text(const pugi::xml_node& element, const char* attribute) {
  return element.attribute(attribute).value();
}

class PlatformReader {
 public:
  PlatformReader(const pugi::xml_node& platform, Parts& parts)
      : parts_(parts), links_(platform, parts.links), next_link_(static_cast<int>(parts.links.size())) {}

  std::unique_ptr<FullZone> zone(const pugi::xml_node& xml, int depth);

 private:
  void host(const pugi::xml_node& xml, FullZone& zone);
  std::unique_ptr<Cluster> cluster(const pugi::xml_node& xml, int depth);
  void child(const pugi::xml_node& xml, FullZone& zone);
  void route(const pugi::xml_node& xml, FullZone& zone);
  int end_of(const pugi::xml_node& route, const char* attribute, const FullZone& zone);
  ZoneVertex gateway(const pugi::xml_node& route, const char* attribute, const Zone* zone);
  void loop_back(FullZone& zone);

  Parts& parts_;
  LinkList links_;
  int next_link_;                  ///< number of the next cluster's first
  std::set<std::string> ignored_;  ///< hosts and zones of memory
  Earlier earlier_;
};

std::unique_ptr<FullZone> PlatformReader::zone(const pugi::xml_node& xml, int depth) {
  const std::string routing = text(xml, "routing");
  if (!boost::iequals(routing, "Full"))
    throw Error(
        fmt::format("zone '{}' has the routing '{}', which the fast engine cannot model; it knows Full",
                    text(xml, "id"), routing));
  check_element(xml, {"id", "routing"},
                {"prop", "host", "router", "link", "route", "cluster", "zone", "zoneRoute"});
  if (xml.select_node("host | router | route") && xml.select_node("cluster | zone | zoneRoute"))
    throw Error(
        fmt::format("zone '{}' has hosts beside zones; put them into a zone of their own", text(xml, "id")));
  auto zone = std::make_unique<FullZone>(parts_.links);
  zone->depth = depth;
  for (const auto& element : xml.children()) child(element, *zone);
  for (const auto& element : xml.children())
    if (boost::iends_with(element.name(), "route")) route(element, *zone);
  loop_back(*zone);
  return zone;
}

void PlatformReader::child(const pugi::xml_node& xml, FullZone& zone) {
  const std::string kind = xml.name(), id = text(xml, "id");
  if (kind == "host") host(xml, zone);
  if (kind == "router") {
    check_element(xml, {"id"}, {});
    zone.add(id);
  }
  if (kind != "cluster" && kind != "zone") return;
  if (!xml.select_node(network_inside)) {
    // SimGrid numbers cables throughout the platform.
    if (xml.select_node("descendant-or-self::cluster[@topology!='FLAT']"))
      throw Error(fmt::format("'{}' gives memory hosts a topology; leave it out", id));
    ignored_.insert(id);
  } else if (kind == "zone") {
    zone.add(id, this->zone(xml, zone.depth + 1));
  } else {
    auto made = cluster(xml, zone.depth + 1);
    parts_.clusters.push_back(made.get());
    zone.add(id, std::move(made));
  }
}

void PlatformReader::host(const pugi::xml_node& xml, FullZone& zone) {
  const std::string id = text(xml, "id");
  check_element(xml, {"id", "speed", "core"}, {"prop"});
  if (is_memory(id)) {
    ignored_.insert(id);
    return;
  }
  const int vertex = zone.add(id);
  if (!id.starts_with(node_prefix)) return;
  const std::string digits = id.substr(std::string(node_prefix).size());
  int number = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (std::to_string(number) != digits)
    throw Error(fmt::format("has a host called '{}'; compute nodes are called node-0, node-1 ...", id));
  parts_.nodes.push_back({number, 1, {&zone, vertex}});
}

std::unique_ptr<Cluster> PlatformReader::cluster(const pugi::xml_node& xml, int depth) try {
  check_element(xml, {"id",
                      "prefix",
                      "suffix",
                      "radical",
                      "speed",
                      "core",
                      "bw",
                      "lat",
                      "topology",
                      "sharing_policy",
                      "topo_parameters",
                      "bb_bw",
                      "bb_lat",
                      "bb_sharing_policy",
                      "router_id",
                      "limiter_link",
                      "loopback_bw",
                      "loopback_lat",
                      "node_bw",
                      "flow_bw"},
                {"prop"});
  ClusterAttributes is = read_cluster(xml);
  const std::string parameters = text(xml, "topo_parameters");
  const std::string topology = xml.attribute("topology").as_string("FLAT");
  if (topology != "CONCENTRATED_TORUS" && (is.node > 0 || is.flow > 0))
    throw Error("has a node_bw or flow_bw, which only a CONCENTRATED_TORUS knows");
  std::unique_ptr<Cluster> cluster;
  if (topology == "FLAT")
    cluster = make_star(is, next_link_);
  else if (topology == "TORUS")
    cluster = make_torus(is, parameters, next_link_);
  else if (topology == "FAT_TREE")
    cluster = make_fat_tree(is, parameters, next_link_, earlier_);
  else if (topology == "DRAGONFLY")
    cluster = make_dragonfly(is, parameters, next_link_, earlier_);
  else if (topology == "KAUTZ")
    cluster = make_kautz(is, parameters, next_link_);
  else if (topology == "CONCENTRATED_TORUS")
    cluster = make_concentrated_torus(is, parameters, next_link_);
  else
    throw Error(fmt::format("has the unknown topology '{}'{}", topology,
                            suggestion(topology, {"FLAT", "TORUS", "FAT_TREE", "DRAGONFLY", "KAUTZ",
                                                  "CONCENTRATED_TORUS", "GROUPS"})));
  next_link_ += cluster->links();
  cluster->depth = depth;
  if (is.prefix != node_prefix) return cluster;
  if (!is.suffix.empty()) throw Error("has a suffix; compute nodes are called node-0, node-1 ...");
  int vertex = 0;
  for (const auto& run : is.radicals) {
    parts_.nodes.push_back({run.first, run.count, {cluster.get(), vertex}});
    vertex += run.count;
  }
  return cluster;
} catch (const Error& error) {
  throw Error(fmt::format("cluster '{}' {}", text(xml, "id"), error.what()));
}

void PlatformReader::route(const pugi::xml_node& xml, FullZone& zone) {
  const bool between_zones = std::string(xml.name()) == "zoneRoute";
  if (between_zones)
    check_element(xml, {"src", "dst", "gw_src", "gw_dst", "symmetrical"}, {"link_ctn"});
  else
    check_element(xml, {"src", "dst", "symmetrical"}, {"link_ctn"});
  if (ignored_.contains(text(xml, "src")) || ignored_.contains(text(xml, "dst"))) return;
  const int from = end_of(xml, "src", zone), to = end_of(xml, "dst", zone);
  FullZone::ListedRoute way{links_.of_route(xml, false), {}, {}};
  if (between_zones) {
    way.from = gateway(xml, "gw_src", zone.zone(from));
    way.to = gateway(xml, "gw_dst", zone.zone(to));
  }
  const FullZone::ListedRoute back{links_.of_route(xml, true), way.to, way.from};
  zone.connect(from, to, std::move(way));
  if (boost::iequals(xml.attribute("symmetrical").as_string("YES"), "YES") && from != to)
    zone.connect(to, from, back);
}

int PlatformReader::end_of(const pugi::xml_node& route, const char* attribute, const FullZone& zone) {
  const std::string name = text(route, attribute);
  const int vertex = zone.find(name);
  const bool between_zones = std::string(route.name()) == "zoneRoute";
  if (vertex < 0 || (zone.zone(vertex) != nullptr) != between_zones)
    throw Error(fmt::format("has a <{}> whose {}, '{}', is no {} of its zone{}", route.name(), attribute,
                            name, between_zones ? "zone" : "host or router", suggestion(name, zone.names())));
  return vertex;
}

ZoneVertex find(const Zone* zone, const std::string& name) {
  if (const int vertex = zone->vertex(name); vertex >= 0) return {zone, vertex};
  const auto* full = dynamic_cast<const FullZone*>(zone);
  for (int i = 0; full && i < full->vertices(); ++i)
    if (const Zone* inside = full->zone(i))
      if (const ZoneVertex place = find(inside, name); place.zone) return place;
  return {};
}

ZoneVertex PlatformReader::gateway(const pugi::xml_node& route, const char* attribute, const Zone* zone) {
  const ZoneVertex place = find(zone, text(route, attribute));
  if (place.zone) return place;
  throw Error(fmt::format("has a <zoneRoute> from '{}' to '{}' whose {}, '{}', is no host or router there",
                          text(route, "src"), text(route, "dst"), attribute, text(route, attribute)));
}

void PlatformReader::loop_back(FullZone& zone) {
  for (int i = 0; i < zone.vertices(); ++i)
    if (!zone.zone(i) && !zone.connected(i, i)) zone.connect(i, i, {{links_.loopback()}, {}, {}});
}

}  // namespace

void read(const Platform& platform, int nodes, Parts& parts) {
  const int needed = std::min(nodes, platform.nodes());
  pugi::xml_document document;
  document.load_string(platform.xml().c_str());
  spell_out_groups(document, needed);
  const auto root = document.child("platform");
  check_element(root, {"version"}, {"config", "zone"});
  PlatformReader reader(root, parts);
  parts.root = reader.zone(root.child("zone"), 0);
  std::ranges::sort(parts.nodes, {}, &NodeRow::first);
  int next = 0;
  for (const auto& row : parts.nodes) {
    if (row.first != next)
      throw Error(fmt::format("has {} node-{}; compute nodes are called node-0, node-1 ...",
                              row.first < next ? "two hosts called" : "no", std::min(row.first, next)));
    next += row.count;
  }
  if (next < needed || next > platform.nodes())
    throw Error(fmt::format("has {} nodes, but {} of them in its zones; put all of them there",
                            platform.nodes(), next));
}

}  // namespace collsim::network
