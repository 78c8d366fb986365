#pragma once

#include "backends/trial/node_memory.hpp"
#include "nodes/simulated_flags.hpp"

namespace collsim {

/// What a rank of a simulation shares with the others of its node.
class SharedNode final : public SimulatedNode {
 public:
  /// `turn`: what a rank waits for a core that others poll on, once what it waited for has come, seconds.
  SharedNode(NodeMemory& memory, SimulatedFlags& flags, int rank, double turn)
      : SimulatedNode(memory, rank), flags_(&flags), rank_(rank), turn_(turn) {}

  void raise(std::int64_t steps) override { flags_->raise(rank_, steps); }
  void await(int rank, std::int64_t steps) override {
    flags_->await(rank, steps);
    if (turn_ > 0 && steps > 0) simgrid::s4u::this_actor::sleep_for(turn_);
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return flags_->compare_exchange(number(), call, expected, desired);
  }

 private:
  SimulatedFlags* flags_;
  int rank_;
  double turn_;
};

}  // namespace collsim
