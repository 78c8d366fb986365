#pragma once

#include <vector>

#include "backends/fast/networks/lane.hpp"
#include "backends/fast/networks/node_messages.hpp"

namespace collsim::fast {

/// Messages within nodes that hold their ranks (docs/concepts/nodes.md), where whatever they need serves one at a time. A
/// message begins when its sender's side is free, and waits for its receiver's core, each port and each memory by itself.
class NodeTurns : public NodeMessages {
 public:
  /// `inside` must outlive it; null: there are none.
  explicit NodeTurns(const InsideNodes* inside);

  /// Gives the time from which on the sender's side serves a message that comes at `time`.
  double begin(const Message& message, double time);
  /// When all of a message that begins at `time` is copied; to be called in order of these times.
  double end(const Message& message, double time);

 private:
  Lane& core_of(int rank) { return cores_[static_cast<std::size_t>(rank)]; }
  Lane& pages_of(int rank) { return pages_[static_cast<std::size_t>(rank)]; }

  std::vector<Lane> cores_, pages_;  ///< of each rank
  /// What the groups of a level share.
  struct Shared {
    std::vector<Lane> out, in;  ///< of each group; none where it is without limit
  };
  std::vector<Shared> ports_, memories_;  ///< by level
};

}  // namespace collsim::fast
