#include "backends/smpi/router_torus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <simgrid/s4u.hpp>
#include <string>
#include <unordered_map>
#include <utility>

#include "support/error.hpp"

namespace s4u = simgrid::s4u;

namespace collsim {
namespace {

using simgrid::kernel::routing::NetPoint;
using LinksOfRoute = std::vector<s4u::LinkInRoute>;

s4u::Link* make(s4u::NetZone* zone, const RouterTorus::Wire& wire, s4u::Link::SharingPolicy sharing) {
  return zone->create_link(wire.name, wire.bandwidth)
      ->set_latency(wire.latency)
      ->set_sharing_policy(sharing)
      ->seal();
}

struct End {
  NetPoint* host;
  LinksOfRoute up, down;  ///< to its router and from there
};

void connect(s4u::NetZone* zone, const End& from, const End& to) {
  LinksOfRoute way = from.up;
  way.insert(way.end(), to.down.begin(), to.down.end());
  zone->add_route(from.host, to.host, nullptr, nullptr, way, false);
}

/// A router and hosts from `first` on.
std::pair<NetPoint*, NetPoint*> make_router(s4u::NetZone* torus_zone, const RouterTorus& torus, int first,
                                            int hosts) {
  const std::string name = fmt::format("{}_router_{}", torus.id, first / torus.hosts_of_router);
  if (hosts == 0) return {torus_zone->create_router(name), nullptr};
  auto* zone = s4u::create_full_zone(name + "_hosts")->set_parent(torus_zone);
  NetPoint* router = zone->create_router(name);
  std::vector<End> ends;
  for (int i = first; i < first + hosts; ++i) {
    const RouterTorus::Host& host = torus.hosts[static_cast<std::size_t>(i)];
    auto* made = zone->create_host(host.name, torus.speed)->set_core_count(torus.cores)->seal();
    End end{made->get_netpoint(), {}, {}};
    end.up.emplace_back(make(zone, host.up, s4u::Link::SharingPolicy::SHARED));
    if (host.flow) end.up.emplace_back(make(zone, *host.flow, s4u::Link::SharingPolicy::FATPIPE));
    end.down.emplace_back(make(zone, host.down, s4u::Link::SharingPolicy::SHARED));
    const LinksOfRoute back{s4u::LinkInRoute(make(zone, host.loopback, s4u::Link::SharingPolicy::FATPIPE))};
    zone->add_route(end.host, end.host, nullptr, nullptr, back, false);
    zone->add_route(end.host, router, nullptr, nullptr, end.up, false);
    zone->add_route(router, end.host, nullptr, nullptr, end.down, false);
    for (const End& other : ends) {
      connect(zone, end, other);
      connect(zone, other, end);
    }
    ends.push_back(std::move(end));
  }
  return {zone->get_netpoint(), router};
}

}  // namespace

void add(const RouterTorus& torus, int hosts) {
  s4u::NetZone* root = s4u::Engine::get_instance()->get_netzone_root();
  const auto router = [&](s4u::NetZone* zone, const std::vector<unsigned long>&, unsigned long id) {
    const int first = static_cast<int>(id) * torus.hosts_of_router;
    return make_router(zone, torus, first, std::clamp(hosts - first, 0, torus.hosts_of_router));
  };
  const RouterTorus::Wire& narrowest =
      *std::ranges::min_element(torus.between_routers, {}, &RouterTorus::Wire::bandwidth);
  s4u::create_torus_zone(torus.id, root, torus.sides, s4u::ClusterCallbacks(router), narrowest.bandwidth,
                         narrowest.latency, s4u::Link::SharingPolicy::SPLITDUPLEX);
  std::unordered_map<std::string, double> bandwidths;
  for (const auto& wire : torus.between_routers) bandwidths.emplace(wire.name, wire.bandwidth);
  for (s4u::Link* link : s4u::Engine::get_instance()->get_all_links())
    if (const auto found = bandwidths.find(link->get_name()); found != bandwidths.end()) {
      link->set_bandwidth(found->second);
      bandwidths.erase(found);
    }
  if (!bandwidths.empty()) throw Error("SimGrid has no link " + bandwidths.begin()->first);
}

}  // namespace collsim
