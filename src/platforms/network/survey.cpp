#include "platforms/network/survey.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "platforms/network/network.hpp"

namespace collsim {
namespace {

/// How often routes pass each link.
class Load {
 public:
  explicit Load(const Network& network)
      : network_(network), passes_(static_cast<std::size_t>(network.links()), 0) {}

  void add(const std::vector<int>& route) {
    for (const int link : route) ++passes_[static_cast<std::size_t>(link)];
  }
  /// Bytes per second of each route, if all are as fast as each other.
  double rate() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      const int link = static_cast<int>(i);
      if (passes_[i] > 0)
        least = std::min(
            least, network_.bandwidth(link) / (network_.shared(link) ? static_cast<double>(passes_[i]) : 1));
    }
    return least;
  }

 private:
  const Network& network_;
  std::vector<std::int64_t> passes_;
};

}  // namespace

Survey survey(const Platform& platform) {
  constexpr int few = 1024;
  const int nodes = platform.nodes();
  const auto network = Network::of_platform(platform);
  std::vector<int> senders(static_cast<std::size_t>(std::min(nodes, few)));
  std::iota(senders.begin(), senders.end(), 0);
  if (nodes > few) senders = {0, nodes / 2, nodes - 1};

  Survey found{.nearest = std::numeric_limits<double>::infinity()};
  Load everywhere(*network);
  std::vector<int> route;
  for (const int from : senders)
    for (int to = 0; to < nodes; ++to) {
      if (from == to) continue;
      const double latency = network->route(from, to, route);
      found.links = std::max(found.links, static_cast<int>(route.size()));
      found.nearest = std::min(found.nearest, latency);
      found.farthest = std::max(found.farthest, latency);
      everywhere.add(route);
    }
  if (nodes <= few) found.all_pairs = everywhere.rate() * (nodes - 1);

  Load across(*network);
  for (int node = 0; node < nodes / 2; ++node) {
    network->route(node, node + nodes / 2, route);
    across.add(route);
  }
  found.halves = across.rate();
  return found;
}

}  // namespace collsim
