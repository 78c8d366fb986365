#pragma once

#include "backends/trial/node_memory.hpp"
#include "backends/trial/rates.hpp"
#include "nodes/simulated_flags.hpp"

namespace collsim {

/// What a rank of a simulation shares with the others of its node.
class SharedNode final : public SimulatedNode {
 public:
  /// `all` must outlive it.
  SharedNode(NodeMemory& memory, SimulatedFlags& flags, const AllRates& all, int rank)
      : SimulatedNode(memory, rank), flags_(&flags), all_(&all), rank_(rank), turn_(all[rank].turn) {}

  void raise(std::int64_t steps) override { flags_->raise(rank_, steps); }
  void await(int rank, std::int64_t steps) override {
    if (const auto& inside = all_->inside())
      flags_->await(rank, steps, inside->flag(rank, rank_));
    else
      flags_->await(rank, steps);
    if (turn_ > 0 && steps > 0) simgrid::s4u::this_actor::sleep_for(turn_);
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return flags_->compare_exchange(number(), call, expected, desired);
  }

 private:
  SimulatedFlags* flags_;
  const AllRates* all_;
  int rank_;
  double turn_;  ///< what it waits for a core that others poll on, once what it waited for has come, seconds
};

}  // namespace collsim
