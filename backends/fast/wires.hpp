#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backends/fast/sharing.hpp"
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

  /// When a message that sets out at `start` arrives; nothing if that depends on others, or others on it.
  std::optional<double> alone(int from, int to, double start, std::int64_t bytes);

  /// loggp, links: takes the links of a message that sets out at `start` as they become free and returns when it
  /// arrives. Messages come in the order in which they set out: whoever is first has each link for the time
  /// that its bytes take, whatever holds it up elsewhere.
  double occupy(int from, int to, double start, std::int64_t bytes);

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
  /// A link, or a direction of a node's port, that serves one message at a time.
  struct Lane {
    double free = 0;           ///< from when on, seconds
    double inverse_bandwidth;  ///< seconds per byte
  };
  struct Path {
    double latency;
    double inverse_bandwidth;  ///< of the slowest link
    bool contended;            ///< by others, on some link
  };

  Path path(int from, int to);
  double payload(std::int64_t bytes) const { return static_cast<double>(bytes) + protocol_.envelope; }
  void enter(Sharing::Flow flow, Ended what);

  const Network* network_;
  Protocol protocol_;
  Model model_;
  std::vector<int> route_;
  std::vector<Lane> lanes_;  ///< links: of each link; loggp: out and in of each node
  std::vector<bool> shared_;
  std::optional<Sharing> sharing_;
  std::vector<Ended> flows_;  ///< what each flow is
  int moving_ = 0;            ///< flows that have not ended
};

}  // namespace collsim::fast
