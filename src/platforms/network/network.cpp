#include "platforms/network/network.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "platforms/network/link_list.hpp"
#include "platforms/network/read.hpp"

namespace collsim {
namespace {

using network::Cluster;
using network::FullZone;
using network::Route;
using network::Zone;
using network::ZoneVertex;

/// Appends the route between two hosts or routers anywhere: between the outermost zones that differ, and in
/// each from the host to the gateway. Latencies are added in that order, as SimGrid does.
void connect(ZoneVertex from, ZoneVertex to, Route& route) {
  if (from.zone == to.zone) return from.zone->route(from.vertex, to.vertex, route);
  const Zone *here = from.zone, *there = to.zone;
  while (here->around != there->around) {
    if (here->depth >= there->depth)
      here = here->around;
    else
      there = there->around;
  }
  const auto& way = here->around->way(here->vertex_around, there->vertex_around);
  for (const int link : way.links) route.latency += here->around->latency(link);
  if (from != way.from) connect(from, way.from, route);
  route.links.insert(route.links.end(), way.links.begin(), way.links.end());
  if (to != way.to) connect(way.to, to, route);
}

/// The least latency of all routes between different nodes. It looks at every <route> and <zoneRoute> that
/// routes between nodes may need, and so finds out if one is missing.
class Nearest {
 public:
  explicit Nearest(const network::Parts& parts) : parts_(parts) {
    for (const auto& nodes : parts.nodes) {
      inhabited_.emplace(nodes.place.zone, nodes.place.vertex);
      for (const Zone* zone = nodes.place.zone; zone->around; zone = zone->around)
        inhabited_.emplace(zone->around, zone->vertex_around);
    }
  }

  double anywhere() {
    double least = in(*parts_.root);
    for (const auto& nodes : parts_.nodes) {
      const auto* cluster = dynamic_cast<const Cluster*>(nodes.place.zone);
      if (cluster && cluster->attributes().hosts > 1)
        least = std::min(least, latency({cluster, 0}, {cluster, cluster->nearest_to_first()}));
    }
    return least;
  }

 private:
  double latency(ZoneVertex from, ZoneVertex to) {
    scratch_.clear();
    Route route{scratch_};
    if (from != to) connect(from, to, route);
    return route.latency;
  }

  /// Between different vertices of the zone or of one inside.
  double in(const FullZone& zone) {
    double least = std::numeric_limits<double>::infinity();
    for (int from = 0; from < zone.vertices(); ++from) {
      if (!inhabited_.contains({&zone, from})) continue;
      for (int to = 0; to < zone.vertices(); ++to)
        if (from != to && inhabited_.contains({&zone, to})) least = std::min(least, between(zone, from, to));
      if (const auto* inside = dynamic_cast<const FullZone*>(zone.zone(from)))
        least = std::min(least, in(*inside));
    }
    return least;
  }

  double between(const FullZone& zone, int from, int to) {
    const auto& way = zone.way(from, to);
    double sum = 0;
    for (const int link : way.links) sum += zone.latency(link);
    if (!zone.zone(from)) return sum;
    sum += to_gateway(zone.zone(from), way.from, true) + to_gateway(zone.zone(to), way.to, false);
    return sum * (1 - 1e-12);  // routes add the same numbers in another order
  }

  /// From the zone's nearest node to its gateway, or back.
  double to_gateway(const Zone* zone, ZoneVertex gateway, bool there) {
    const auto [known, is_new] = gateways_.emplace(std::tuple(zone, gateway.zone, gateway.vertex, there),
                                                   std::numeric_limits<double>::infinity());
    if (!is_new) return known->second;
    for (const auto& nodes : parts_.nodes) {
      const Zone* found = nodes.place.zone;
      while (found && found != zone) found = found->around;
      for (int i = 0; found && i < nodes.count; ++i) {
        const ZoneVertex node{nodes.place.zone, nodes.place.vertex + i};
        known->second = std::min(known->second, there ? latency(node, gateway) : latency(gateway, node));
      }
    }
    return known->second;
  }

  const network::Parts& parts_;
  std::set<std::pair<const Zone*, int>> inhabited_;  ///< vertices of Full zones that are or contain nodes
  std::map<std::tuple<const Zone*, const Zone*, int, bool>, double> gateways_;
  std::vector<int> scratch_;
};

class Zones final : public Network {
 public:
  Zones(const Platform& platform, int nodes) {
    network::read(platform, nodes, parts_);
    listed_ = static_cast<int>(parts_.links.size());
    links_ = listed_;
    for (const auto* cluster : parts_.clusters) links_ += cluster->links();
    least_latency_ = Nearest(parts_).anywhere();
    find_groups();
  }

  int links() const override { return links_; }
  std::string name(int link) const override {
    if (link < listed_) return listed(link).name;
    const Cluster& cluster = owner(link);
    return cluster.name(link - cluster.first_link());
  }
  LinkClass class_of(int link) const override {
    if (link < listed_) return {network::class_name(listed(link).name)};
    const Cluster& cluster = owner(link);
    return cluster.class_of(link - cluster.first_link());
  }
  double bandwidth(int link) const override {
    if (link < listed_) return listed(link).bandwidth;
    const Cluster& cluster = owner(link);
    return cluster.bandwidth(link - cluster.first_link());
  }
  bool shared(int link) const override {
    if (link < listed_) return listed(link).shared;
    const Cluster& cluster = owner(link);
    return cluster.shared(link - cluster.first_link());
  }

  double route(int from, int to, std::vector<int>& links) const override {
    links.clear();
    Route route{links};
    connect(place(from), place(to), route);
    return route.latency;
  }
  int groups() const override { return static_cast<int>(groups_.size()); }
  int group(int node) const override {
    const int vertex = vertex_at_root(place(node));
    return static_cast<int>(std::ranges::lower_bound(groups_, vertex) - groups_.begin());
  }
  double detour(int from, int to, int group, std::vector<int>& links) const override {
    links.clear();
    Route route{links};
    const ZoneVertex begin = place(from);
    const ZoneVertex middle =
        parts_.root->way(vertex_at_root(begin), groups_[static_cast<std::size_t>(group)]).to;
    connect(begin, middle, route);
    connect(middle, place(to), route);
    return route.latency;
  }
  double least_latency() const override { return least_latency_; }
  bool uniform() const override {
    const auto* cluster = dynamic_cast<const Cluster*>(parts_.nodes.front().place.zone);
    return parts_.nodes.size() == 1 && cluster && cluster->uniform();
  }

 private:
  /// The vertex of the root zone where a place is or in whose zone it is.
  int vertex_at_root(const ZoneVertex& place) const {
    const Zone* zone = place.zone;
    int vertex = place.vertex;
    for (; zone->around; zone = zone->around) vertex = zone->vertex_around;
    return vertex;
  }
  /// The vertices of the root that have nodes, if these are zones with a way between each other.
  void find_groups() {
    std::set<int> found;
    for (const auto& nodes : parts_.nodes) {
      if (!nodes.place.zone->around) return;
      found.insert(vertex_at_root(nodes.place));
    }
    if (found.size() > 2) groups_.assign(found.begin(), found.end());
  }
  const network::Link& listed(int link) const { return parts_.links[static_cast<std::size_t>(link)]; }
  const Cluster& owner(int link) const {
    if (parts_.clusters.size() == 1) return *parts_.clusters.front();
    const auto after = std::ranges::upper_bound(parts_.clusters, link, {}, &Cluster::first_link);
    return **std::prev(after);
  }
  ZoneVertex place(int node) const {
    const auto& all = parts_.nodes;
    const auto& nodes = all.size() == 1
                            ? all.front()
                            : *std::prev(std::ranges::upper_bound(all, node, {}, &network::NodeRow::first));
    return {nodes.place.zone, nodes.place.vertex + node - nodes.first};
  }

  network::Parts parts_;
  int listed_ = 0, links_ = 0;  ///< <link>s, all links
  double least_latency_ = 0;    ///< seconds
  std::vector<int> groups_;     ///< vertices of the root, in order
};

}  // namespace

std::unique_ptr<Network> Network::of_platform(const Platform& platform, int nodes) try {
  return std::make_unique<Zones>(platform, nodes);
} catch (const Error& error) {
  throw PlatformError(platform.file(), 0, error.what());
}

}  // namespace collsim
