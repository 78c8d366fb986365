#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "backends/trial/node_memory.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// The flags of all ranks of a simulation and the words of their nodes. Each lies in a cache line, which serves those that
/// look at it one after the other.
class SimulatedFlags {
 public:
  SimulatedFlags(const Platform& platform, int ranks)
      : latency_(platform.flag_latency()),
        transfer_(platform.flag_transfer()),
        flags_(static_cast<std::size_t>(ranks)),
        words_(static_cast<std::size_t>(ranks)) {}

  void raise(int rank, std::int64_t steps);
  void await(int rank, std::int64_t steps);
  int compare_exchange(int node, std::int64_t call, int expected, int desired);

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

  void look(Line& line) const;

  double latency_, transfer_;      ///< seconds
  std::vector<Flag> flags_;        ///< by rank
  std::vector<SharedWord> words_;  ///< by node
};

/// What a rank of a simulation shares with the others of its node.
class SharedNode final : public SimulatedNode {
 public:
  SharedNode(NodeMemory& memory, SimulatedFlags& flags, int rank)
      : SimulatedNode(memory, rank), flags_(&flags), rank_(rank) {}

  void raise(std::int64_t steps) override { flags_->raise(rank_, steps); }
  void await(int rank, std::int64_t steps) override { flags_->await(rank, steps); }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return flags_->compare_exchange(number(), call, expected, desired);
  }

 private:
  SimulatedFlags* flags_;
  int rank_;
};

}  // namespace collsim
