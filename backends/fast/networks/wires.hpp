#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backends/fast/networks/sharing.hpp"
#include "backends/fast/prefetch.hpp"
#include "platforms/network.hpp"
#include "platforms/protocol.hpp"

namespace collsim::fast {

class Request;

/// What messages that are under way at one time do to each other.
enum class Model {
  hockney,  ///< nothing
  loggp,    ///< a node's network port sends one at a time, and receives one at a time
  links,    ///< so does every link of the route
  fluid     ///< they share links, max-min fairly
};
/// Throws Error for a name it does not know.
Model model_of(const std::string& name);

/// Between which ranks and when something moves, for the order of what happens at one time.
struct Parties {
  std::int32_t destination, source;
  std::uint32_t sequence;
};

/// A rank's bytes on their way through a memory.
struct Work {
  int memory;
  double bytes;
  double bound;  ///< bytes per second
};

/// The time that messages take, from node to node, and work in the memories of nodes. A message of n bytes
/// takes latency + (n + envelope) / bandwidth on its own.
class Wires {
 public:
  /// `memories`: bytes per second of each.
  Wires(const Network& network, const Protocol& protocol, Model model, int nodes,
        const std::vector<double>& memories);

  /// Soon a message will go from node to node.
  void prefetch(int from, int to) const {
    if (ports_.empty()) return;
    fast::prefetch(&ports_[2 * static_cast<std::size_t>(from)]);
    fast::prefetch(&ports_[2 * static_cast<std::size_t>(to)]);
  }

  /// When a message that sets out at `start` arrives; nothing if that depends on others, or others on it.
  std::optional<double> alone(int from, int to, double start, std::int64_t bytes);

  /// loggp, links: a message that is ready at `start` waits for its first link and takes it for the time that its
  /// bytes need. Returns when its head leaves. Links serve messages in the order of these calls.
  double leave(int from, int to, double start, std::int64_t bytes);
  /// From when its head left it waits for each of the other links by itself, and takes it likewise: packets of many
  /// messages interleave, so that what one of them waits for does not hold up those behind it elsewhere. Returns when
  /// the last byte arrives.
  double pass(int from, int to, double left, std::int64_t bytes);

  /// fluid: when a message that sets out at `start` begins to use its links.
  double reach(int from, int to, double start);
  void flow(const Parties& parties, Request& send, int from, int to, double now, std::int64_t bytes);

  void begin(const Parties& parties, const Work& work, double now);

  /// A message that has arrived, or the rank whose work is done.
  using Ended = std::variant<Request*, std::int32_t>;
  /// `horizon`: the time of the next event, which may change it.
  double next_end(double horizon) { return sharing_ ? sharing_->next(horizon) : Sharing::never; }
  Ended pop_end();
  /// No end of a flow comes between other events.
  bool still() const { return model_ != Model::fluid && moving_ == 0; }

  Model model() const { return model_; }

 private:
  /// A link, or a direction of a node's port.
  struct Lane {
    double free = 0;               ///< from when on it can serve another message, seconds
    double inverse_bandwidth = 0;  ///< seconds per byte
  };
  struct Path {
    double latency;
    double inverse_bandwidth;  ///< of the slowest link
    bool contended;            ///< by others, on some link
  };

  Path path(int from, int to) { return uniform_ && from != to ? *uniform_ : routed(from, to); }
  Path routed(int from, int to);
  /// Fills route_; returns its latency.
  double route(int from, int to);
  static double take(Lane& lane, double head, double seconds);
  Lane& port_out(int node) { return ports_[2 * static_cast<std::size_t>(node)]; }
  Lane& port_in(int node) { return ports_[2 * static_cast<std::size_t>(node) + 1]; }
  Lane& link(int number) { return links_[static_cast<std::size_t>(number)]; }
  double inverse_bandwidth(int number) const {
    return links_.empty() ? 1 / (network_->bandwidth(number) * protocol_.bandwidth_factor)
                          : links_[static_cast<std::size_t>(number)].inverse_bandwidth;
  }
  bool shared(int number) const {
    return shared_.empty() ? network_->shared(number) : shared_[static_cast<std::size_t>(number)];
  }
  double payload(std::int64_t bytes) const { return static_cast<double>(bytes) + protocol_.envelope; }
  void enter(Sharing::Flow flow, Ended what);

  const Network* network_;
  Protocol protocol_;
  Model model_;
  std::optional<Path> uniform_;  ///< of all pairs of nodes
  std::vector<int> route_, contended_;
  int route_from_ = -1, route_to_ = -1;
  double route_latency_ = 0;
  std::vector<Lane> links_;   ///< empty where none is ever occupied and all routes are alike
  std::vector<bool> shared_;  ///< of each link
  std::vector<Lane> ports_;   ///< out and in of each node
  std::optional<Sharing> sharing_;
  std::vector<Ended> flows_;  ///< what each flow is
  int moving_ = 0;            ///< flows that have not ended
};

}  // namespace collsim::fast
