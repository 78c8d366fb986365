#include <fmt/format.h>

#include "platforms/network/cluster.hpp"

namespace collsim::network {
namespace {

/// A flat cluster: every host's own link, then perhaps a backbone that all share. The vertex after the hosts
/// is the router, in the middle.
class Star final : public Cluster {
 public:
  Star(ClusterAttributes given, int first_link)
      : Cluster(given, first_link,
                std::int64_t{given.hosts} * (given.split ? 2 : 1) + (given.backbone ? 1 : 0), given.hosts) {}

  int vertex(const std::string& name) const override {
    return name == attributes().router ? attributes().hosts : Cluster::vertex(name);
  }

  bool uniform() const override { return true; }

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    const ClusterAttributes& is = attributes();
    if (from < is.hosts) {
      limit(from, route);
      route.add(first() + from * directions(), is.latency);
    }
    if (is.backbone) route.add(first() + own_links() - 1, is.backbone->latency);
    if (to == is.hosts) return;
    // No link is twice in a star's route, not even on the way from a host to itself.
    if (from != to || is.split) route.add(first() + to * directions() + directions() - 1, is.latency);
    if (from != to) limit(to, route);
  }

 private:
  bool is_backbone(int link) const { return attributes().backbone && link == own_links() - 1; }

  std::string own_name(int link) const override {
    const std::string& id = attributes().id;
    if (is_backbone(link)) return id + "_backbone";
    return directed(fmt::format("{}_link_{}", id, radical(link / directions())), link % directions());
  }
  LinkClass own_class(int link) const override {
    return {is_backbone(link) ? "backbone" : leading("nodes", link % directions())};
  }
  double own_bandwidth(int link) const override {
    return is_backbone(link) ? attributes().backbone->bandwidth : attributes().bandwidth;
  }
  bool own_shared(int link) const override { return !is_backbone(link) || attributes().backbone->shared; }
  std::int64_t limiter_id(int device) const override { return radical(device); }
};

}  // namespace

std::unique_ptr<Cluster> make_star(ClusterAttributes attributes, int first_link) {
  return std::make_unique<Star>(std::move(attributes), first_link);
}

}  // namespace collsim::network
