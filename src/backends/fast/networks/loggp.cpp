// LogGP (Alexandrov, Ionescu, Schauser, Scheiman 1995): a node's port sends one message at a time, and
// receives one at a time.
#include "backends/fast/cache/prefetch.hpp"
#include "backends/fast/networks/lane.hpp"
#include "backends/fast/networks/node_turns.hpp"
#include "backends/fast/networks/routes.hpp"

namespace collsim::fast {
namespace {

class Loggp final : public NetworkModel {
 public:
  explicit Loggp(const NetworkSetup& setup)
      : NetworkModel({.contends_at_ports = true, .send_overhead = setup.protocol.send_overhead}),
        routes_(setup),
        inside_(setup.inside),
        gap_(setup.protocol.gap),
        ports_(static_cast<std::size_t>(setup.nodes)) {}

  void sends(int rank, double from, double until) override { inside_.sends(rank, from, until); }

  std::optional<double> alone(const Message& message, double start) override {
    return routes_.within_node(message, start);
  }

  /// Its head leaves when the port out is free.
  Progress set_out(const Message& message, double time, Flows& flows) override {
    inside_.sets_out(message, time);
    const double left = inside_.serve(message)
                            ? inside_.begin(message, time)
                            : port(message.from).out.occupy(time, through_ports(message).port);
    return left > time ? Progress::later(left) : pass(message, left, flows);
  }

  /// The port in is taken a latency after that, in the order in which the heads left: `left` stands for it.
  Progress pass(const Message& message, double left, Flows&) override {
    if (inside_.serve(message)) return Progress::arrives(routes_.direct(message, inside_.end(message, left)));
    const Passage its = through_ports(message);
    return Progress::arrives(port(message.to).in.occupy(left, its.port) + its.latency + its.seconds);
  }

  std::optional<Passage> passage(const Message& message) override {
    const auto its = routes_.passage(message);
    return !its || routes_.within_node(message, 0) ? its : through_ports(message);
  }

  void prefetch(int from, int to) const override {
    fast::prefetch(&ports_[static_cast<std::size_t>(from)]);
    fast::prefetch(&ports_[static_cast<std::size_t>(to)]);
  }

 private:
  struct Port {
    Lane out, in;
  };

  Passage through_ports(const Message& message) {
    Passage its = *routes_.passage(message);
    its.port = its.seconds + gap_;
    its.through_ports = true;
    return its;
  }
  Port& port(int node) { return ports_[static_cast<std::size_t>(node)]; }

  Routes routes_;
  NodeTurns inside_;
  double gap_;
  std::vector<Port> ports_;  ///< of each node
};

}  // namespace

std::unique_ptr<NetworkModel> make_loggp(const NetworkSetup& setup) {
  return std::make_unique<Loggp>(setup);
}

}  // namespace collsim::fast
