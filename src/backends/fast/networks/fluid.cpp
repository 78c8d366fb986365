// Messages share links max-min fairly, as in SimGrid: after its route's latency a message flows through all
// of its links at once.
#include <algorithm>
#include <vector>

#include "backends/fast/networks/node_shares.hpp"
#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {
namespace {

class Fluid final : public NetworkModel {
 public:
  explicit Fluid(const NetworkSetup& setup)
      : NetworkModel({.starts_flows = true, .send_overhead = setup.protocol.send_overhead}),
        routes_(setup),
        inside_(setup.inside) {
    for (int link = 0; link < setup.network.links(); ++link) shared_.push_back(setup.network.shared(link));
  }

  std::vector<double> capacities() const override {
    std::vector<double> all;
    for (int link = 0; link < routes_.network().links(); ++link) all.push_back(routes_.bandwidth(link));
    const auto of_ranks = inside_.capacities();
    all.insert(all.end(), of_ranks.begin(), of_ranks.end());
    return all;
  }

  void sends(int rank, double from, double until) override { inside_.sends(rank, from, until); }

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    inside_.sets_out(message, time);
    if (inside_.serve(message)) return Progress::later(routes_.direct(message, inside_.begin(message, time)));
    return Progress::later(time + routes_.latency(message, routes_.find(message.from, message.to)));
  }

  /// A link is shared in inverse proportion to the flows' latencies, as TCP does to round-trip times; one that is not shared
  /// bounds each flow.
  Progress pass(const Message& message, double time, Flows& flows) override {
    if (inside_.serve(message)) {
      inside_.start(message, time, routes_.network().links(), flows);
      return Progress::flows();
    }
    const double latency = routes_.find(message.from, message.to);
    double bound = Sharing::never;
    contended_.clear();
    for (const int link : routes_.links()) {
      if (shared_[static_cast<std::size_t>(link)])
        contended_.push_back(link);
      else
        bound = std::min(bound, 1 / routes_.inverse_bandwidth(link));
    }
    flows.start(message.send, time, routes_.payload(message.bytes), contended_, message.key,
                latency > 0 ? latency : 1, bound);
    return Progress::flows();
  }

 private:
  Routes routes_;
  NodeShares inside_;
  std::vector<bool> shared_;             ///< of each link
  std::vector<std::int32_t> contended_;  ///< of a message; a member for the sake of its memory
};

}  // namespace

std::unique_ptr<NetworkModel> make_fluid(const NetworkSetup& setup) {
  return std::make_unique<Fluid>(setup);
}

}  // namespace collsim::fast
