// Every link of a route serves one message at a time. From when its head left its node a message waits for
// each of the other links by itself: packets of many messages interleave, so that what one of them waits for
// does not hold up those behind it elsewhere. Where routing is adaptive, a message between two groups looks, when its head
// leaves, at its shortest route and at Valiant's by way of a third group, and takes the latter if it would arrive sooner.
#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "backends/fast/networks/lane.hpp"
#include "backends/fast/networks/node_turns.hpp"
#include "backends/fast/networks/routes.hpp"
#include "support/error.hpp"

namespace collsim::fast {
namespace {

class Links final : public NetworkModel {
 public:
  explicit Links(const NetworkSetup& setup)
      : NetworkModel({.send_overhead = setup.protocol.send_overhead}),
        routes_(setup),
        inside_(setup.inside),
        has_inside_(setup.inside != nullptr),
        exchange_(setup.protocol.exchange),
        groups_(groups(setup)) {
    for (int number = 0; number < setup.network.links(); ++number) {
      links_.push_back({Lane(), 1 / routes_.bandwidth(number)});
      shared_.push_back(setup.network.shared(number));
    }
  }

  void sends(int rank, double from, double until) override { inside_.sends(rank, from, until); }

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  /// Its head leaves when the first link is free.
  Progress set_out(const Message& message, double time, Flows& flows) override {
    inside_.sets_out(message, time);
    routes_.find(message.from, message.to);
    const double left = inside_.serve(message)
                            ? inside_.begin(message, time)
                            : occupy_link(routes_.links().front(), time, routes_.payload(message.bytes));
    return left > time ? Progress::later(left) : pass(message, left, flows);
  }

  Progress pass(const Message& message, double left, Flows&) override {
    if (inside_.serve(message)) return Progress::arrives(routes_.direct(message, inside_.end(message, left)));
    const double size = routes_.payload(message.bytes);
    double latency = routes_.latency(message, routes_.find(message.from, message.to));
    if (groups_ > 0) latency = choose(message, left, latency);
    const auto& route = detours_ ? detour_ : routes_.links();
    double end = left + latency + size * link(route.front()).inverse_bandwidth;
    for (auto next = route.begin() + 1; next != route.end(); ++next)
      end = std::max(end, occupy_link(*next, left, size) + latency + size * link(*next).inverse_bandwidth);
    if (exchange_.holds(static_cast<double>(message.bytes))) {
      const double seconds = size / exchange_.rate;
      end = std::max(end, connection(message).occupy(left, seconds) + latency + seconds);
    }
    return Progress::arrives(end);
  }

  std::optional<Passage> passage(const Message& message) override {
    if (!routes_.within_node(message, 0)) return std::nullopt;
    return routes_.passage(message);
  }
  Routes* served() override { return exchange_.rate > 0 || groups_ > 0 || has_inside_ ? nullptr : &routes_; }

 private:
  /// The groups of the network where messages may choose between routes: none where all nodes are in one.
  static int groups(const NetworkSetup& setup) {
    if (!setup.protocol.adaptive) return 0;
    if (setup.network.groups() == 0)
      throw Error("the platform's routing is adaptive, but its nodes are in fewer than three groups");
    for (int node = 1; node < setup.nodes; ++node)
      if (setup.network.group(node) != setup.network.group(0)) return setup.network.groups();
    return 0;
  }

  struct Link {
    Lane lane;
    double inverse_bandwidth;  ///< seconds per byte
  };

  /// When a message that leaves by a route would arrive.
  double arrival(const std::vector<int>& route, double latency, double left, double size) {
    double end = left;
    for (const int number : route) {
      const double begins =
          number == route.front() || !is_shared(number) ? left : link(number).lane.begins(left);
      end = std::max(end, begins + latency + size * link(number).inverse_bandwidth);
    }
    return end;
  }
  /// Says in detours_ which of two routes a message takes, `latency` being that of the shortest one; returns its latency. The third group
  /// is drawn from what tells the message from others, so that runs agree.
  double choose(const Message& message, double left, double latency) {
    detours_ = false;
    const Network& network = routes_.network();
    const auto [lower, higher] = std::minmax({network.group(message.from), network.group(message.to)});
    if (lower == higher) return latency;
    const double size = routes_.payload(message.bytes);
    const double shortest = arrival(routes_.links(), latency, left, size);
    int third = static_cast<int>(mixed(message.key) % static_cast<unsigned>(groups_ - 2));
    if (third >= lower) ++third;
    if (third >= higher) ++third;
    const double around = routes_.latency(message, network.detour(message.from, message.to, third, detour_));
    detours_ = arrival(detour_, around, left, size) < shortest;
    return detours_ ? around : latency;
  }
  static std::uint32_t mixed(const Sharing::Key& key) {
    std::minstd_rand draw(static_cast<std::uint32_t>(key.destination));
    draw.seed(static_cast<std::uint32_t>(draw()) ^ static_cast<std::uint32_t>(key.source));
    draw.seed(static_cast<std::uint32_t>(draw()) ^ key.sequence);
    return static_cast<std::uint32_t>(draw());
  }

  bool is_shared(int number) const { return shared_[static_cast<std::size_t>(number)]; }
  Link& link(int number) { return links_[static_cast<std::size_t>(number)]; }
  /// The connection of the message's two nodes, whichever sends.
  Lane& connection(const Message& message) { return connections_[std::minmax({message.from, message.to})]; }
  double occupy_link(int number, double time, double size) {
    if (!is_shared(number)) return time;
    return link(number).lane.occupy(time, size * link(number).inverse_bandwidth);
  }

  Routes routes_;
  NodeTurns inside_;
  bool has_inside_;  ///< where it is, messages within nodes do not wait for links alone
  std::vector<Link> links_;
  std::vector<bool> shared_;  ///< of each link
  RateFrom exchange_;
  int groups_;                                       ///< between which routing is adaptive; 0: it is not
  bool detours_ = false;                             ///< the message that was looked at last
  std::vector<int> detour_ = {};                     ///< route of a message by way of a third group
  std::map<std::pair<int, int>, Lane> connections_;  ///< of nodes that sent each other larger messages
};

}  // namespace

std::unique_ptr<NetworkModel> make_links(const NetworkSetup& setup) {
  return std::make_unique<Links>(setup);
}

}  // namespace collsim::fast
