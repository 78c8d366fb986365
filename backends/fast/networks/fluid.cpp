// Messages share links max-min fairly, as in SimGrid: after its route's latency a message flows through all
// of its links at once.
#include "backends/fast/networks/fair_links.hpp"

namespace collsim::fast {
namespace {

class Fluid final : public NetworkModel {
 public:
  explicit Fluid(const NetworkSetup& setup)
      : NetworkModel({.starts_flows = true, .send_overhead = setup.protocol.send_overhead}), links_(setup) {}

  std::vector<double> capacities() const override { return links_.capacities(); }

  std::optional<double> alone(const Message& message, double start) override {
    return links_.routes().within_node(message, start);
  }

  Progress set_out(const Message& message, double time, Flows&) override {
    return Progress::later(time + links_.latency(message));
  }

  /// A link is shared in inverse proportion to the flows' latencies, as TCP does to round-trip times.
  Progress pass(const Message& message, double time, Flows& flows) override {
    const double latency = links_.routes().find(message.from, message.to);
    links_.start(message, time, links_.routes().payload(message.bytes), latency > 0 ? latency : 1, flows);
    return Progress::flows();
  }

 private:
  FairLinks links_;
};

}  // namespace

std::unique_ptr<NetworkModel> make_fluid(const NetworkSetup& setup) {
  return std::make_unique<Fluid>(setup);
}

}  // namespace collsim::fast
