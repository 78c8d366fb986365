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
    const double latency = attributes().latency;
    const int hosts = attributes().hosts;
    int here = from, stride = 1, row = first(), from_rest = from, to_rest = to;
    for (const int size : dimensions_) {
      const int now = from_rest % size, then = to_rest % size;
      from_rest /= size;
      to_rest /= size;
      const int wrap = stride * (size - 1);
      int steps = then >= now ? then - now : then - now + size;
      int place = now;
      // Between two ways of the same length SimGrid goes up, but from the middle to the beginning.
      if (steps > size / 2 || (2 * steps == size && then == 0)) {
        const int down = row + (directions() - 1) * hosts;
        for (steps = size - steps; steps > 0; --steps) {
          limit(here, route);
          here += place == 0 ? wrap : -stride;
          place = place == 0 ? size - 1 : place - 1;
          route.add(down + here, latency);  // the cable is the neighbour's
        }
      } else {
        for (; steps > 0; --steps) {
          limit(here, route);
          route.add(row + here, latency);
          here += place == size - 1 ? -wrap : stride;
          place = place == size - 1 ? 0 : place + 1;
        }
      }
      stride *= size;
      row += directions() * hosts;
    }
    limit(to, route);
  }

 private:
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
