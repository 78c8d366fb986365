#include <fmt/format.h>

#include "platforms/network/cluster.hpp"

namespace collsim::network {
namespace {

/// A torus of any number of dimensions, the first of which varies fastest. Every host has a cable to its next
/// neighbour in each dimension; routes go dimension by dimension, the shorter way round.
class Torus final : public Cluster {
 public:
  Torus(ClusterAttributes given, std::vector<int> dimensions, int first_link)
      : Cluster(given, first_link, std::int64_t{given.hosts} * std::ssize(dimensions) * (given.split ? 2 : 1),
                given.hosts),
        dimensions_(std::move(dimensions)) {}

  void route(int from, int to, Route& route) const override {
    if (loop_back(from, to, route)) return;
    int here = from, stride = 1, row = first(), from_rest = from, to_rest = to;
    for (const int size : dimensions_) {
      const int now = from_rest % size, then = to_rest % size;
      from_rest /= size;
      to_rest /= size;
      const int up = then >= now ? then - now : then - now + size, wrap = stride * (size - 1);
      // Between two ways of the same length SimGrid goes up, but from the middle to the beginning.
      if (up > size / 2 || (2 * up == size && then == 0))
        walk({size - up, -stride, now, wrap, row + (directions() - 1) * attributes().hosts, true}, here,
             route);
      else
        walk({up, stride, size - 1 - now, -wrap, row, false}, here, route);
      stride *= size;
      row += directions() * attributes().hosts;
    }
    limit(to, route);
  }

 private:
  /// Hops along one dimension.
  struct Leg {
    int hops, stride;
    int hops_to_wrap, wrap;  ///< the hop round the end, and its stride
    int row;                 ///< link of host 0
    bool down;               ///< the cable is that of the host where a hop ends
  };
  void walk(const Leg& leg, int& here, Route& route) const {
    const double latency = attributes().latency;
    const auto before = route.links.size();
    const int limiters = limiter(0);
    route.links.resize(before + static_cast<std::size_t>(leg.hops * (limiters < 0 ? 1 : 2)));
    int* link = route.links.data() + before;
    int host = here;
    for (int i = 0; i < leg.hops; ++i) {
      const int next = host + (i == leg.hops_to_wrap ? leg.wrap : leg.stride);
      if (limiters >= 0) *link++ = limiters + host;
      *link++ = leg.row + (leg.down ? next : host);
      route.latency += latency;
      host = next;
    }
    here = host;
  }

  /// Links are in rows: first dimension up, first dimension down, second dimension up ...
  std::string own_name(int link) const override {
    const int row = link / attributes().hosts, host = link % attributes().hosts;
    int stride = 1, dimension = 0;
    for (; dimension < row / directions(); ++dimension)
      stride *= dimensions_[static_cast<std::size_t>(dimension)];
    const int size = dimensions_[static_cast<std::size_t>(dimension)];
    const int next = host / stride % size == size - 1 ? host - stride * (size - 1) : host + stride;
    return directed(fmt::format("{}_link_from_{}_to_{}", attributes().id, host, next), row % directions());
  }
  LinkClass own_class(int link) const override {
    const int row = link / attributes().hosts, dimension = row / directions();
    const std::string axis =
        dimension < 3 ? std::string(1, "xyz"[dimension]) : fmt::format("dimension {}", dimension + 1);
    return {leading(axis, row % directions()), dimensions_};
  }
  double own_bandwidth(int) const override { return attributes().bandwidth; }

  std::vector<int> dimensions_;
};

}  // namespace

std::unique_ptr<Cluster> make_torus(ClusterAttributes attributes, const std::string& parameters,
                                    int first_link) {
  constexpr const char* right = "the sizes of its dimensions, such as 8,8,4";
  const auto groups = read_parameters(parameters, right);
  if (groups.size() != 1) complain_of_parameters(parameters, right);
  check_hosts(attributes, product(groups[0]));
  return std::make_unique<Torus>(std::move(attributes), groups[0], first_link);
}

}  // namespace collsim::network
