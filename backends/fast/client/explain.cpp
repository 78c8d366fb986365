#include <algorithm>
#include <memory>
#include <tuple>

#include "backends/fast/client/collfast.hpp"
#include "backends/trial/rates.hpp"
#include "platforms/network.hpp"
#include "platforms/protocol.hpp"

namespace collsim {

Explained explain_with_fast(const Collfast& collfast, const Platform& platform, const Point& point) {
  const std::shared_ptr<Network> network = Network::of(platform);
  const Protocol sending = protocol(platform);
  Explained explained;
  explained.wire = [=](int from, int to) {
    std::vector<int> links;
    const double latency = network->route(point.node_of(from), point.node_of(to), links);
    double beta = 0;
    for (const int link : links) beta = std::max(beta, 1 / network->bandwidth(link));
    beta /= sending.bandwidth_factor;
    const auto [per_message, per_byte] = undisturbed_arrival(platform, point, from, to);
    return std::pair(latency * sending.latency_factor + sending.envelope * beta + per_message,
                     beta + per_byte);
  };
  explained.route = [=](int from, int to) {
    std::vector<int> links;
    network->route(point.node_of(from), point.node_of(to), links);
    std::vector<std::pair<std::string, double>> named;
    for (const int link : links) named.emplace_back(network->name(link), network->bandwidth(link));
    return named;
  };
  std::tie(explained.outcome, explained.traces) = trace_fast(collfast, platform, point);
  return explained;
}

}  // namespace collsim
