#pragma once

#include <vector>

#include "backends/fast/networks/lane.hpp"
#include "backends/fast/networks/network_model.hpp"
#include "backends/fast/networks/sending_cores.hpp"

namespace collsim::fast {

/// Messages within nodes that hold their ranks (docs/concepts/nodes.md), where whatever they need serves one at a time. A
/// message begins when its sender's side is free, and waits for its receiver's core, each port and each memory by itself.
class NodeTurns {
 public:
  /// `inside` must outlive it; null: there are none.
  explicit NodeTurns(const InsideNodes* inside);

  bool serve(const Message& message) const {
    return inside_ && message.from == message.to && takes(message).held > 0;
  }
  /// A rank's core posts and copies what it sends.
  void sends(int rank, double from, double until) {
    if (inside_) sending_.add(rank, from, until);
  }
  /// A message sets out: none before `time` follows.
  void sets_out(const Message& message, double time) {
    if (inside_) sending_.forget(message.key.source, time);
  }
  /// From when on its sender's side serves a message that comes at `time`.
  double begin(const Message& message, double time);
  /// When all of a message that begins at `time` is copied; to be called in order of these times.
  double end(const Message& message, double time);

 private:
  NodeMessage takes(const Message& message) const {
    return inside_->message(message.key.source, message.key.destination, static_cast<double>(message.bytes),
                            message.call);
  }
  Lane& core_of(int rank) { return cores_[static_cast<std::size_t>(rank)]; }
  Lane& pages_of(int rank) { return pages_[static_cast<std::size_t>(rank)]; }

  const InsideNodes* inside_;
  std::vector<Lane> cores_, pages_;  ///< of each rank
  SendingCores sending_;
  /// What the groups of a level share.
  struct Shared {
    std::vector<Lane> out, in;  ///< of each group; none where it is without limit
  };
  std::vector<Shared> ports_, memories_;  ///< by level
};

}  // namespace collsim::fast
