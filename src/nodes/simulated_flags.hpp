#pragma once

#include <algorithm>
#include <simgrid/s4u.hpp>
#include <utility>
#include <vector>

#include "algorithms/facts/node.hpp"

namespace collsim {

/// The flags of all ranks of a simulation by SimGrid and the words of their nodes. Each lies in a cache line, which serves
/// those that look at it one after the other. Whoever waits for a flag sleeps, in simulated time.
class SimulatedFlags {
 public:
  /// `latency`: until a rank sees what another one of its node has written; `transfer`: how long each rank that sees it
  /// keeps the next one from it. Seconds.
  SimulatedFlags(double latency, double transfer, int ranks)
      : latency_(latency),
        transfer_(transfer),
        flags_(static_cast<std::size_t>(ranks)),
        words_(static_cast<std::size_t>(ranks)) {}

  void raise(int rank, std::int64_t steps) {
    Flag& flag = flags_[static_cast<std::size_t>(rank)];
    flag.steps = steps;
    for (const auto& waiting : std::exchange(flag.waiting, {})) waiting->release();
  }
  void await(int rank, std::int64_t steps) { await(rank, steps, latency_); }
  /// `latency`: that of these two ranks.
  void await(int rank, std::int64_t steps, double latency) {
    if (steps == 0) return;
    Flag& flag = flags_[static_cast<std::size_t>(rank)];
    while (flag.steps < steps) {
      const simgrid::s4u::SemaphorePtr raised = simgrid::s4u::Semaphore::create(0);
      flag.waiting.push_back(raised);
      raised->acquire();
    }
    look(flag.line, latency);
  }
  /// Does what Node::compare_exchange() says, on the word of that node.
  int compare_exchange(int node, std::int64_t call, int expected, int desired) {
    SharedWord& shared = words_[static_cast<std::size_t>(node)];
    const int seen = shared.word.compare_exchange(call, expected, desired);
    look(shared.line, latency_);
    return seen;
  }

 private:
  /// Serves ranks one after the other.
  struct Line {
    double free = 0;  ///< from when on it can serve another rank, seconds
  };
  struct Flag {
    std::int64_t steps = 0;
    std::vector<simgrid::s4u::SemaphorePtr> waiting = {};
    Line line = {};
  };
  struct SharedWord {
    Word word;
    Line line;
  };

  void look(Line& line, double latency) const {
    const double now = simgrid::s4u::Engine::get_clock();
    const double served = std::max(now, line.free);
    line.free = served + transfer_;
    if (served + latency > now) simgrid::s4u::this_actor::sleep_until(served + latency);
  }

  double latency_, transfer_;      ///< seconds
  std::vector<Flag> flags_;        ///< by rank
  std::vector<SharedWord> words_;  ///< by node
};

}  // namespace collsim
