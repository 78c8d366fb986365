#pragma once

#include <vector>

#include "backends/fast/networks/node_messages.hpp"

namespace collsim::fast {

/// Messages within nodes that hold their ranks (docs/concepts/nodes.md), which share whatever they need max-min fairly.
///
/// Flows count nanoseconds that a message takes alone, so that a core serves one such at full rate whatever the levels of its messages
/// are. A port or a memory serves as many at full rate as its rate is times that of the fastest of them.
class NodeShares : public NodeMessages {
 public:
  /// `inside` must outlive it; null: there are none.
  explicit NodeShares(const InsideNodes* inside);

  /// When a message that comes at `time` may begin.
  double begin(const Message& message, double time) { return sending_.free(message.key.destination, time); }
  /// Units per second of what its flows share, in the order of numbers.
  std::vector<double> capacities() const;
  /// Starts a message's flow at `time`; resources are numbered from `first` on.
  void start(const Message& message, double time, std::int32_t first, Flows& flows);

 private:
  static constexpr double unit = 1e9;  ///< of a second

  /// What the groups of a level share: numbers from `first` on, out and in by turns.
  struct Shared {
    std::size_t level;
    bool port;  ///< which messages pass that leave a group; else a memory, which all do
    std::int32_t first;
    double capacity;
  };

  std::vector<Shared> shared_;
  std::vector<std::int32_t> resources_;  ///< of a message; a member for the sake of its memory
};

}  // namespace collsim::fast
