#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backends/fast/networks/network_model.hpp"

namespace collsim::fast {

/// The routes of a platform's network with the factors of its protocol: what network models have in common.
class Routes {
 public:
  struct Path {
    double latency;
    double inverse_bandwidth;  ///< seconds per byte of the slowest link
    bool contended;            ///< by others, on some link
  };

  explicit Routes(const NetworkSetup& setup);

  /// Throws Error where a node has no way to itself.
  Path path(const Message& message) {
    Path found = uniform_ && message.from != message.to ? *uniform_ : routed(message.from, message.to);
    found.latency = latency(message, found.latency);
    return found;
  }
  /// Makes links() those from node to node, in order; returns the latency without its factor, seconds.
  double find(int from, int to) { return look_for(found_, from, to); }
  const std::vector<int>& links() const { return found_.links; }

  /// Bytes that a message occupies links with.
  double payload(std::int64_t bytes) const { return static_cast<double>(bytes) + envelope_; }
  /// What a message takes of which nothing else holds up any byte; nothing where that depends on more than its nodes.
  std::optional<NetworkModel::Passage> passage(const Message& message);
  /// When such a message arrives, but for what it holds its ranks.
  double direct(const Message& message, double start);
  /// When a message arrives that stays within its node, on a loopback that messages do not share, and holds no ranks; else nothing.
  std::optional<double> within_node(const Message& message, double start);
  /// How long the message holds its ranks, seconds: NodeMessage::held.
  double held(const Message& message) const {
    if (!inside_ || message.from != message.to) return 0;
    return inside_
        ->message(message.key.source, message.key.destination, static_cast<double>(message.bytes),
                  message.call)
        .held;
  }

  const Network& network() const { return *network_; }
  /// Gives the factor of a message by its size.
  double latency_factor(const Message& message) const {
    return latency_factor_.factor_of(payload(message.bytes));
  }
  /// Seconds that a message between nodes takes besides, Protocol::network_latency.
  double network_latency() const { return network_latency_; }
  /// What a message takes, seconds, until its first byte is there: nobody is busy meanwhile. `of_route`: of its links.
  double latency(const Message& message, double of_route) const {
    return of_route * latency_factor(message) + (message.from == message.to ? 0 : network_latency_);
  }
  double inverse_bandwidth(int link) const {
    return inverse_bandwidths_.empty() ? 1 / bandwidth(link)
                                       : inverse_bandwidths_[static_cast<std::size_t>(link)];
  }
  /// Bytes per second.
  double bandwidth(int link) const { return network_->bandwidth(link) * bandwidth_factor_; }

 private:
  struct FoundRoute {
    int from = -1, to = -1;
    double latency = 0;  ///< seconds
    std::vector<int> links = {};
  };

  double look_for(FoundRoute& last, int from, int to) const;
  Path routed(int from, int to);

  const Network* network_;
  const InsideNodes* inside_;
  SizeFactor latency_factor_;
  double network_latency_, bandwidth_factor_, envelope_;
  FoundRoute found_;  ///< by find()
  FoundRoute asked_;  ///< by path(), which leaves links() as they are
  /// The inverse rate of each link; empty where all routes are alike, so that nobody asks for each of what may be millions.
  std::vector<double> inverse_bandwidths_;
  std::optional<Path> uniform_;  ///< of all pairs of nodes
};

}  // namespace collsim::fast
