#include "backends/fast/networks/routes.hpp"

#include <algorithm>

#include "support/error.hpp"

namespace collsim::fast {

Routes::Routes(const NetworkSetup& setup)
    : network_(&setup.network),
      inside_(setup.inside),
      latency_factor_(setup.protocol.latency_factor),
      network_latency_(setup.protocol.network_latency),
      bandwidth_factor_(setup.protocol.bandwidth_factor),
      envelope_(setup.protocol.envelope) {
  if (!network_->uniform())
    for (int link = 0; link < network_->links(); ++link) inverse_bandwidths_.push_back(1 / bandwidth(link));
  else if (setup.nodes > 1)
    uniform_ = routed(0, 1);
}

double Routes::look_for(FoundRoute& last, int from, int to) const {
  if (from == last.from && to == last.to) return last.latency;
  last.from = from;
  last.to = to;
  last.latency = network_->route(from, to, last.links);
  return last.latency;
}

Routes::Path Routes::routed(int from, int to) {
  Path found{look_for(asked_, from, to), 0, false};
  for (const int link : asked_.links) {
    found.inverse_bandwidth = std::max(found.inverse_bandwidth, inverse_bandwidth(link));
    found.contended = found.contended || network_->shared(link);
  }
  if (asked_.links.empty())
    throw Error(
        "nodes of this platform have no way to send to themselves; right would be one rank per node, or a "
        "loopback (loopback_bw, loopback_lat)");
  return found;
}

std::optional<NetworkModel::Passage> Routes::passage(const Message& message) {
  if (inside_ && message.from == message.to) return std::nullopt;
  const Path found = path(message);
  return NetworkModel::Passage{.latency = found.latency,
                               .seconds = payload(message.bytes) * found.inverse_bandwidth};
}

double Routes::direct(const Message& message, double start) {
  const Path its = path(message);
  return start + its.latency + payload(message.bytes) * its.inverse_bandwidth;
}

std::optional<double> Routes::within_node(const Message& message, double start) {
  if (message.from != message.to || path(message).contended || held(message) > 0) return std::nullopt;
  return direct(message, start);
}

}  // namespace collsim::fast
