#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "backends/trial/node_memory.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// The flags of all ranks of a simulation. A rank's flag lies in a cache line, which serves those that look at it one
/// after the other.
class SimulatedFlags {
 public:
  SimulatedFlags(const Platform& platform, int ranks)
      : latency_(platform.flag_latency()),
        transfer_(platform.flag_transfer()),
        flags_(static_cast<std::size_t>(ranks)) {}

  void raise(int rank, std::int64_t steps);
  void await(int rank, std::int64_t steps);

 private:
  struct Flag {
    std::int64_t steps = 0;
    std::vector<simgrid::s4u::SemaphorePtr> waiting = {};
    double free = 0;  ///< from when on its line can serve another rank, seconds
  };

  double latency_, transfer_;  ///< seconds
  std::vector<Flag> flags_;    ///< by rank
};

/// What a rank of a simulation shares with the others of its node.
class SharedNode final : public SimulatedNode {
 public:
  SharedNode(NodeMemory& memory, SimulatedFlags& flags, int rank)
      : SimulatedNode(memory, rank), flags_(&flags), rank_(rank) {}

  void raise(std::int64_t steps) override { flags_->raise(rank_, steps); }
  void await(int rank, std::int64_t steps) override { flags_->await(rank, steps); }

 private:
  SimulatedFlags* flags_;
  int rank_;
};

}  // namespace collsim
