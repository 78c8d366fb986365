#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/facts/sending.hpp"
#include "backends/fast/networks/flows.hpp"
#include "platforms/levels.hpp"
#include "platforms/network/network.hpp"
#include "platforms/protocol.hpp"

namespace collsim::fast {

class Routes;

/// A message between two nodes, as a network model sees it.
struct Message {
  int from, to;  ///< nodes
  std::int64_t bytes;
  Sharing::Key key;  ///< between which ranks, and which of their messages
  Request* send;
  Sending call = Sending::blocking;  ///< that sent it
};

/// What the messages that are under way at one time do to each other.
///
/// A model is a class derived from this one in a file of its own, NAME.cpp, with a function make_NAME() that
/// makes it, and a line in src/platforms/network_models.def: users then name it, and the engine finds it. No
/// other file knows a model by its name.
///
/// For each message the engine calls, with times in seconds:
///   0. where nodes have levels, sends(), when its sender has posted it, in order of the sender's times.
///   1. alone(), when both sides have posted it. Ranks run ahead of each other, so that these calls come in
///      no order of time, and must not change what any later call returns. A message whose arrival alone()
///      knows is done.
///   2. else set_out(), in order of time and of the messages' ranks, which is the same in every run.
///   3. pass(), in the same order, at each time that set_out() or pass() gave as Progress::later().
/// It arrives at the time that Progress::arrives() gave, or at the end of the flow that was started for it.
/// Between two nodes no message arrives sooner than its route's latency after it set out: the engine counts
/// on that when it looks ahead. Where the engine can tell that no other message comes between, it calls
/// set_out() and pass() of a model with `contends_at_ports` at once, ahead of their times.
///
/// The same calls with the same arguments must return the same bits: a model reads no clock, draws no random
/// numbers, and sums in an order of its own.
class NetworkModel {
 public:
  /// What the engine must know of a model before the first message.
  struct Traits {
    /// Messages meet only at the port out of their source node and the port into their destination node.
    bool contends_at_ports = false;
    /// pass() may start flows, whose ends change whenever others start or end.
    bool starts_flows = false;
    double send_overhead = 0;  ///< seconds of the sender's processor per message
    /// The model says itself when the senders of messages between nodes may go on: take_released().
    bool releases_senders = false;
  };

  /// What comes next for a message.
  struct Progress {
    enum class Kind : std::uint8_t { later, arrives, flows };
    Kind kind;
    double time;

    /// pass() is to be called at that time.
    static Progress later(double time) { return {Kind::later, time}; }
    /// Says that its last byte arrives at that time.
    static Progress arrives(double time) { return {Kind::arrives, time}; }
    /// Says that the message arrives at the end of the flow that was started for it.
    static Progress flows() { return {Kind::flows, 0}; }
  };

  virtual ~NetworkModel() = default;
  NetworkModel(const NetworkModel&) = delete;
  NetworkModel& operator=(const NetworkModel&) = delete;

  const Traits traits;

  /// A rank's core posted and copied what it sends, from `from` until `until`. Ranks run ahead of the other calls, never behind.
  virtual void sends(int /*rank*/, double /*from*/, double /*until*/) {}
  /// Units per second of the resources that its flows share: their numbers count from 0 in this order.
  virtual std::vector<double> capacities() const { return {}; }
  /// When a message that sets out at `start` arrives; nothing if that depends on others, or others on it.
  /// Throws Error for a message that can never arrive: every message comes here first.
  virtual std::optional<double> alone(const Message& message, double start) = 0;
  virtual Progress set_out(const Message& message, double time, Flows& flows) = 0;
  /// Lets a message pass at the time that the model named by Progress::later(); never called of others.
  virtual Progress pass(const Message& message, double time, Flows& flows);
  /// Sends whose owners need not wait any longer since the last call, each once; none that has arrived.
  std::vector<Request*> take_released() { return std::exchange(released_, {}); }
  /// What a message takes where nothing but its nodes' ports holds it up; nothing where a model does not say.
  struct Passage {
    double latency = 0, seconds = 0;  ///< until it arrives, added one after the other
    double port = 0;                  ///< that each port is busy, seconds
    bool through_ports = false;       ///< out of its node and into the other
  };
  virtual std::optional<Passage> passage(const Message&) { return std::nullopt; }
  /// The routes whose links serve one message at a time, where messages between nodes do no more to each other: from when its
  /// first link has begun to serve it, a message waits for each of the others by itself. Null where a model does otherwise.
  virtual Routes* served() { return nullptr; }
  /// A message will soon go from node to node: what it needs may be fetched into the cache.
  virtual void prefetch(int /*from*/, int /*to*/) const {}

 protected:
  explicit NetworkModel(const Traits& its) : traits(its) {}

  std::vector<Request*> released_;  ///< what take_released() returns next
};

/// What models are made from. Network and `inside` must outlive them.
struct NetworkSetup {
  const Network& network;
  const Protocol& protocol;
  int nodes;                            ///< that ranks are on: 0 .. nodes - 1
  const InsideNodes* inside = nullptr;  ///< null where a platform's nodes have no levels
};

/// The model of that name. Throws Error for a name that no model has.
std::unique_ptr<NetworkModel> make_network_model(const std::string& name, const NetworkSetup& setup);

}  // namespace collsim::fast
