#pragma once

#include <cstddef>

#include "backends/fast/networks/network_model.hpp"
#include "backends/fast/networks/sending_cores.hpp"

namespace collsim::fast {

/// Messages within nodes that hold their ranks (docs/concepts/nodes.md): which these are, and when their receivers' cores send.
class NodeMessages {
 public:
  /// `inside` must outlive it; null: there are none.
  explicit NodeMessages(const InsideNodes* inside)
      : inside_(inside), sending_(inside ? static_cast<std::size_t>(inside->ranks()) : 0) {}

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

 protected:
  NodeMessage takes(const Message& message) const {
    return inside_->message(message.key.source, message.key.destination, static_cast<double>(message.bytes),
                            message.call);
  }

  const InsideNodes* inside_;
  SendingCores sending_;
};

}  // namespace collsim::fast
