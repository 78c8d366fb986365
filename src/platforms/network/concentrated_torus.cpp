#include "platforms/network/concentrated_torus.hpp"

#include <fmt/format.h>

#include "platforms/network/torus.hpp"
#include "support/error.hpp"

namespace collsim::network {
namespace {

/// Hosts that share the routers of a torus. Links: those of the hosts up to their routers, those down, what limits each of their
/// messages by itself if anything does, those of the torus.
class ConcentratedTorus final : public Cluster {
 public:
  ConcentratedTorus(const ClusterAttributes& given, const Concentration& shape, int first_link)
      : Cluster(given, first_link, before_torus(given) + TorusLinks(given, shape.sides).count(), given.hosts),
        shape_(shape),
        torus_(given, shape.sides),
        before_torus_(static_cast<int>(before_torus(given))) {}

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    route.add(first() + from, attributes().latency);
    if (attributes().flow > 0) route.links.push_back(first() + limits() + from);
    const int here = from / shape_.hosts, there = to / shape_.hosts;
    if (here != there) torus_.walk(here, there, {first() + before_torus_, -1}, route);
    route.links.push_back(first() + attributes().hosts + to);
  }

 private:
  static std::int64_t before_torus(const ClusterAttributes& cluster) {
    return (cluster.flow > 0 ? 3 : 2) * std::int64_t{cluster.hosts};
  }
  int limits() const { return 2 * attributes().hosts; }
  bool is_limit(int link) const { return link >= limits() && link < before_torus_; }

  std::string own_name(int link) const override {
    if (link >= before_torus_) return torus_.name(link - before_torus_);
    if (is_limit(link)) return fmt::format("{}_flow_{}", attributes().id, radical(link - limits()));
    return directed(fmt::format("{}_link_{}", attributes().id, radical(link % attributes().hosts)),
                    link / attributes().hosts);
  }
  LinkClass own_class(int link) const override {
    if (link >= before_torus_) return torus_.class_of(link - before_torus_);
    std::vector<int> sides = shape_.sides;
    sides.insert(sides.begin(), shape_.hosts);
    if (is_limit(link)) return {"each message", sides};
    return {leading("nodes", link / attributes().hosts), sides};
  }
  double own_bandwidth(int link) const override {
    if (link < before_torus_) return is_limit(link) ? attributes().flow : attributes().node;
    return attributes().bandwidth *
           shape_.cables[static_cast<std::size_t>(torus_.dimension(link - before_torus_))];
  }
  bool own_shared(int link) const override { return !is_limit(link); }

  Concentration shape_;
  TorusLinks torus_;
  int before_torus_;
};

}  // namespace

Concentration read_concentration(const ClusterAttributes& cluster, const std::string& parameters) {
  constexpr const char* right = "HOSTS;SIDES;CABLES, such as 2;17,8,24;2,1,2";
  const auto groups = read_parameters(parameters, right);
  if (groups.size() != 3 || groups[0].size() != 1 || groups[1].size() != groups[2].size())
    complain_of_parameters(parameters, right);
  check_hosts(cluster, groups[0][0] * product(groups[1]));
  if (!cluster.split || cluster.backbone || cluster.limiter > 0 || !cluster.loopback || cluster.node == 0)
    throw Error(
        "is a concentrated torus; write sharing_policy=\"SPLITDUPLEX\", a loopback_bw, a node_bw, no bb_bw "
        "and no limiter_link");
  return {groups[0][0], groups[1], groups[2]};
}

std::unique_ptr<Cluster> make_concentrated_torus(ClusterAttributes attributes, const std::string& parameters,
                                                 int first_link) {
  const Concentration shape = read_concentration(attributes, parameters);
  return std::make_unique<ConcentratedTorus>(attributes, shape, first_link);
}

}  // namespace collsim::network
