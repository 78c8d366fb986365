#pragma once

#include <memory>

#include "backends/fast/engine/fiber_transport.hpp"
#include "backends/fast/schedules/recording_transport.hpp"
#include "backends/trial/charged.hpp"
#include "backends/trial/node_memory.hpp"

namespace collsim::fast {

/// What a rank shares with the others of its node. `Runner`: an Engine, or the Recorder that writes down what is asked of one.
template <class Runner>
class SharedNode final : public SimulatedNode {
 public:
  /// `turn`: what a rank waits for a core that others poll on, once what it waited for has come, seconds.
  SharedNode(Runner& runner, NodeMemory& memory, int rank, double turn)
      : SimulatedNode(memory, rank), runner_(&runner), turn_(turn) {}

  void raise(std::int64_t steps) override { runner_->raise(steps); }
  void await(int rank, std::int64_t steps) override {
    runner_->await(rank, steps);
    if (turn_ > 0 && steps > 0) runner_->spend(turn_);
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return runner_->compare_exchange(number(), call, expected, desired);
  }

 private:
  Runner* runner_;
  double turn_;
};

/// A rank's clock, local work, and messages, which the transport `Base` takes.
template <class Base>
class SimulatedRank : public Charged<Base> {
 public:
  using Runner = typename Base::Runner;

  /// All but `rank` must outlive it. `shared`: null for an algorithm that knows no nodes.
  SimulatedRank(Runner& runner, const AllRates& all, int rank, bool carries_data, Arena& arena,
                NodeMemory* shared)
      : Charged<Base>(all, rank, carries_data, arena, runner, rank, all.placement().processes()),
        memory_(all.memory_of(rank)),
        node_(shared ? std::make_unique<SharedNode<Runner>>(runner, *shared, rank, all[rank].turn)
                     : nullptr) {}

  Node* node() override { return node_.get(); }
  /// Lets time pass before the call.
  void come_late(double seconds) { spend(seconds); }

 private:
  void spend(double seconds) override { this->runner().spend(seconds); }
  void meet(const Contribution& own, const Together& together) override {
    this->runner().meet(own, this->carries_data() ? together : Together([](auto) {}),
                        "the collective network");
  }
  void move(double bytes, double bound, int holder) override {
    this->runner().work(holder == this->rank() ? memory_ : this->all().memory_of(holder), bytes, bound);
  }

  int memory_;
  std::unique_ptr<SharedNode<Runner>> node_;
};

/// A rank as a fiber.
using FiberRank = SimulatedRank<FiberTransport>;

/// A rank that is written down. What it does again costs a look.
class RecordedRank final : public SimulatedRank<RecordingTransport> {
 public:
  using SimulatedRank::SimulatedRank;

  void charge_combine(std::int64_t bytes, int holder) override {
    constexpr auto combine = Recorder::Work::combine;
    if (runner().repeats_work(combine, bytes, holder)) return;
    runner().charged_work(combine, bytes, holder, [&] { Charged::charge_combine(bytes, holder); });
  }
  void charge_copy(std::int64_t bytes, int holder) override {
    const auto copy = publishes() ? Recorder::Work::publish : Recorder::Work::copy;
    if (runner().repeats_work(copy, bytes, holder)) return;
    runner().charged_work(copy, bytes, holder, [&] { Charged::charge_copy(bytes, holder); });
  }
};

}  // namespace collsim::fast
