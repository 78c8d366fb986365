#pragma once

#include <algorithm>
#include <vector>

#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {

/// The links of a platform as resources that flows share max-min fairly; a link that is not shared bounds each flow.
class FairLinks {
 public:
  explicit FairLinks(const NetworkSetup& setup) : routes_(setup) {
    for (int link = 0; link < setup.network.links(); ++link) shared_.push_back(setup.network.shared(link));
  }

  Routes& routes() { return routes_; }
  /// As NetworkModel::capacities().
  std::vector<double> capacities() const {
    std::vector<double> all;
    for (int link = 0; link < routes_.network().links(); ++link) all.push_back(routes_.bandwidth(link));
    return all;
  }
  /// Seconds from when a message sets out to when its bytes begin to flow.
  double latency(const Message& message) {
    return routes_.find(message.from, message.to) * routes_.latency_factor(message);
  }
  /// Those of the message's route that flows share.
  const std::vector<std::int32_t>& contended(const Message& message) {
    routes_.find(message.from, message.to);
    contended_.clear();
    for (const int link : routes_.links())
      if (shared_[static_cast<std::size_t>(link)]) contended_.push_back(link);
    return contended_;
  }
  /// So many bytes of the message flow through all links of its route at once.
  void start(const Message& message, double time, double bytes, double penalty, Flows& flows) {
    const auto& resources = contended(message);
    double bound = Sharing::never;
    for (const int link : routes_.links())
      if (!shared_[static_cast<std::size_t>(link)])
        bound = std::min(bound, 1 / routes_.inverse_bandwidth(link));
    flows.start(message.send, time, bytes, resources, message.key, penalty, bound);
  }

 private:
  Routes routes_;
  std::vector<bool> shared_;             ///< of each link
  std::vector<std::int32_t> contended_;  ///< of a message; a member for the sake of its memory
};

}  // namespace collsim::fast
