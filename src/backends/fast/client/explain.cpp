#include <memory>
#include <tuple>

#include "backends/fast/client/fast_program.hpp"
#include "backends/trial/undisturbed.hpp"
#include "platforms/network/network.hpp"

namespace collsim {

Explained explain_with_fast(const FastProgram& fast, const Platform& platform, const Point& point) {
  const std::shared_ptr<const Network> network = Network::of_platform(platform);
  Explained explained;
  explained.wire = undisturbed_wire(platform, network, point);
  explained.route = [network, placement = point.placement()](int from, int to) {
    std::vector<int> links;
    network->route(placement.host_of(from), placement.host_of(to), links);
    std::vector<std::pair<std::string, double>> named;
    for (const int link : links) named.emplace_back(network->name(link), network->bandwidth(link));
    return named;
  };
  std::tie(explained.outcome, explained.traces) = trace_fast(fast, platform, point);
  return explained;
}

}  // namespace collsim
