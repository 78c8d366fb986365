#include "platforms/network/torus.hpp"

#include <fmt/format.h>

#include "platforms/network/cluster.hpp"

namespace collsim::network {
namespace {

/// Hosts that are a torus's vertices themselves.
class Torus final : public Cluster {
 public:
  Torus(ClusterAttributes given, const std::vector<int>& sides, int first_link)
      : Cluster(given, first_link, TorusLinks(given, sides).count(), given.hosts), links_(given, sides) {}

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    links_.walk(from, to, {first(), limiter(0)}, route);
    limit(to, route);
  }

 private:
  std::string own_name(int link) const override { return links_.name(link); }
  LinkClass own_class(int link) const override { return links_.class_of(link); }
  double own_bandwidth(int) const override { return attributes().bandwidth; }

  TorusLinks links_;
};

}  // namespace

TorusLinks::TorusLinks(const ClusterAttributes& cluster, std::vector<int> sides)
    : id_(cluster.id),
      latency_(cluster.latency),
      directions_(cluster.split ? 2 : 1),
      sides_(std::move(sides)),
      vertices_(static_cast<int>(product(sides_))) {}

void TorusLinks::walk(int from, int to, Numbers numbers, Route& route) const {
  int here = from, stride = 1, row = numbers.first, from_rest = from, to_rest = to;
  for (const int size : sides_) {
    if (from_rest == to_rest) return;
    const int now = from_rest % size, then = to_rest % size;
    from_rest /= size;
    to_rest /= size;
    const int up = then >= now ? then - now : then - now + size, wrap = stride * (size - 1);
    // Between two ways of the same length SimGrid goes up, but from the middle to the beginning.
    if (up > size / 2 || (2 * up == size && then == 0))
      walk({size - up, -stride, now, wrap, row + (directions_ - 1) * vertices_, true}, numbers.limiters, here,
           route);
    else if (up > 0)
      walk({up, stride, size - 1 - now, -wrap, row, false}, numbers.limiters, here, route);
    stride *= size;
    row += directions_ * vertices_;
  }
}

void TorusLinks::walk(const Leg& leg, int limiters, int& here, Route& route) const {
  const auto before = route.links.size();
  route.links.resize(before + static_cast<std::size_t>(leg.hops * (limiters < 0 ? 1 : 2)));
  int* link = route.links.data() + before;
  int vertex = here;
  double latency = route.latency;
  for (int i = 0; i < leg.hops; ++i) {
    const int next = vertex + (i == leg.hops_to_wrap ? leg.wrap : leg.stride);
    if (limiters >= 0) *link++ = limiters + vertex;
    *link++ = leg.row + (leg.down ? next : vertex);
    latency += latency_;
    vertex = next;
  }
  route.latency = latency;
  here = vertex;
}

std::string TorusLinks::name(int link) const {
  const int row = link / vertices_, vertex = link % vertices_;
  int stride = 1;
  for (int before = 0; before < dimension(link); ++before) stride *= sides_[static_cast<std::size_t>(before)];
  const int size = sides_[static_cast<std::size_t>(dimension(link))];
  const int next = vertex / stride % size == size - 1 ? vertex - stride * (size - 1) : vertex + stride;
  return directed(fmt::format("{}_link_from_{}_to_{}", id_, vertex, next), row % directions_, directions_);
}

LinkClass TorusLinks::class_of(int link) const {
  const int its = dimension(link);
  const std::string axis = its < 3 ? std::string(1, "xyz"[its]) : fmt::format("dimension {}", its + 1);
  return {leading(axis, link / vertices_ % directions_, directions_), sides_};
}

std::unique_ptr<Cluster> make_torus(ClusterAttributes attributes, const std::string& parameters,
                                    int first_link) {
  constexpr const char* right = "the sizes of its dimensions, such as 8,8,4";
  const auto groups = read_parameters(parameters, right);
  if (groups.size() != 1) complain_of_parameters(parameters, right);
  check_hosts(attributes, product(groups[0]));
  return std::make_unique<Torus>(std::move(attributes), groups[0], first_link);
}

}  // namespace collsim::network
