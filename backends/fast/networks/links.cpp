// Every link of a route serves one message at a time. From when its head left its node a message waits for
// each of the other links by itself: packets of many messages interleave, so that what one of them waits for
// does not hold up those behind it elsewhere.
#include <algorithm>
#include <map>
#include <utility>

#include "backends/fast/networks/lane.hpp"
#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {
namespace {

class Links final : public NetworkModel {
 public:
  explicit Links(const NetworkSetup& setup)
      : NetworkModel({.send_overhead = setup.protocol.send_overhead, .answers_beside = true}),
        routes_(setup),
        exchange_(setup.protocol.exchange) {
    for (int number = 0; number < setup.network.links(); ++number) {
      links_.push_back({Lane(), 1 / routes_.bandwidth(number)});
      shared_.push_back(setup.network.shared(number));
    }
  }

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  /// Its head leaves when the first link is free.
  Progress set_out(const Message& message, double time, Flows& flows) override {
    routes_.find(message.from, message.to);
    const double left = take(routes_.links().front(), time, routes_.payload(message.bytes));
    return left > time ? Progress::later(left) : pass(message, left, flows);
  }

  Progress pass(const Message& message, double left, Flows&) override {
    const double size = routes_.payload(message.bytes);
    const double latency = routes_.find(message.from, message.to) * routes_.latency_factor(message);
    const auto& route = routes_.links();
    double end = left + latency + size * link(route.front()).inverse_bandwidth;
    for (auto next = route.begin() + 1; next != route.end(); ++next)
      end = std::max(end, take(*next, left, size) + latency + size * link(*next).inverse_bandwidth);
    if (exchange_.holds(static_cast<double>(message.bytes))) {
      const double seconds = size / exchange_.rate;
      end = std::max(end, connection(message).take(left, seconds) + latency + seconds);
    }
    return Progress::arrives(end);
  }

  std::optional<Passage> passage(const Message& message) override {
    if (!routes_.within_node(message, 0)) return std::nullopt;
    return routes_.passage(message);
  }
  Routes* served() override { return exchange_.rate > 0 ? nullptr : &routes_; }

 private:
  struct Link {
    Lane lane;
    double inverse_bandwidth;  ///< seconds per byte
  };

  Link& link(int number) { return links_[static_cast<std::size_t>(number)]; }
  /// Of its two nodes, whichever sends.
  Lane& connection(const Message& message) { return connections_[std::minmax({message.from, message.to})]; }
  double take(int number, double time, double size) {
    if (!shared_[static_cast<std::size_t>(number)]) return time;
    return link(number).lane.take(time, size * link(number).inverse_bandwidth);
  }

  Routes routes_;
  std::vector<Link> links_;
  std::vector<bool> shared_;  ///< of each link
  RateFrom exchange_;
  std::map<std::pair<int, int>, Lane> connections_;  ///< of nodes that sent each other larger messages
};

}  // namespace

std::unique_ptr<NetworkModel> make_links(const NetworkSetup& setup) {
  return std::make_unique<Links>(setup);
}

}  // namespace collsim::fast
