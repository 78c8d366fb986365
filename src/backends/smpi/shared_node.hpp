#pragma once

#include "backends/trial/node_memory.hpp"
#include "backends/trial/rates.hpp"
#include "nodes/simulated_flags.hpp"

namespace collsim {

/// What a rank of a simulation shares with the others of its node.
class SmpiSharedNode final : public SimulatedNode {
 public:
  /// `turn`: what it waits for a core that others poll on, once what it waited for has come, seconds. `inside`, null where
  /// all ranks of a node are equally near, must outlive it.
  SmpiSharedNode(NodeMemory& memory, SimulatedFlags& flags, int rank, double turn,
                 const InsideNodes* inside = nullptr)
      : SimulatedNode(memory, rank), flags_(&flags), inside_(inside), rank_(rank), turn_(turn) {}

  void raise(std::int64_t steps) override { flags_->raise(rank_, steps); }
  void await(int rank, std::int64_t steps) override {
    if (inside_)
      flags_->await(rank, steps, inside_->flag(rank, rank_));
    else
      flags_->await(rank, steps);
    if (turn_ > 0 && steps > 0) simgrid::s4u::this_actor::sleep_for(turn_);
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return flags_->compare_exchange(number(), call, expected, desired);
  }

 private:
  SimulatedFlags* flags_;
  const InsideNodes* inside_;
  int rank_;
  double turn_;
};

}  // namespace collsim
