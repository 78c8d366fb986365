#pragma once

#include <memory>

#include "backends/fast/engine/fiber_transport.hpp"
#include "backends/fast/engine/recording_transport.hpp"
#include "backends/trial/charged.hpp"
#include "backends/trial/node_memory.hpp"

namespace collsim::fast {

/// What a rank shares with the others of its node.
class SharedNode final : public SimulatedNode {
 public:
  /// `turn`: what a rank waits for a core that others poll on, once what it waited for has come, seconds.
  SharedNode(Engine& engine, NodeMemory& memory, int rank, double turn)
      : SimulatedNode(memory, rank), engine_(&engine), turn_(turn) {}

  void raise(std::int64_t steps) override { engine_->raise(steps); }
  void await(int rank, std::int64_t steps) override {
    engine_->await(rank, steps);
    if (turn_ > 0 && steps > 0) engine_->spend(turn_);
  }
  int compare_exchange(std::int64_t call, int expected, int desired) override {
    return engine_->compare_exchange(number(), call, expected, desired);
  }

 private:
  Engine* engine_;
  double turn_;
};

/// Likewise where that is written down.
class RecordedNode final : public SimulatedNode {
 public:
  RecordedNode(Recorder& recorder, NodeMemory& memory, int rank, double turn)
      : SimulatedNode(memory, rank), recorder_(&recorder), turn_(turn) {}

  void raise(std::int64_t steps) override { recorder_->raise(steps); }
  void await(int rank, std::int64_t steps) override {
    recorder_->await(rank, steps);
    if (turn_ > 0 && steps > 0) recorder_->spend(turn_);
  }
  int compare_exchange(std::int64_t, int, int) override { Recorder::refuse("the word of a node"); }

 private:
  Recorder* recorder_;
  double turn_;
};

/// A rank as a fiber: its messages, clock and local work.
class FiberRank final : public Charged<FiberTransport> {
 public:
  /// All but `rank` must outlive it. `shared`: null for an algorithm that knows no nodes.
  FiberRank(Engine& engine, const AllRates& all, int rank, bool carries_data, Arena& arena,
            NodeMemory* shared)
      : Charged(all, rank, carries_data, arena, engine, rank),
        memory_(all.memory_of(rank)),
        node_(shared ? std::make_unique<SharedNode>(engine, *shared, rank, all[rank].turn) : nullptr) {}

  Node* node() override { return node_.get(); }
  /// Lets time pass before the call.
  void come_late(double seconds) { spend(seconds); }

 private:
  void spend(double seconds) override { engine().spend(seconds); }
  void meet(const Contribution& own, const Together& together) override {
    engine().meet(own, carries_data() ? together : Together([](auto) {}), "the collective network");
  }
  void move(double bytes, double bound, int holder) override {
    engine().work(holder == rank() ? memory_ : all().memory_of(holder), bytes, bound);
  }

  int memory_;
  std::unique_ptr<SharedNode> node_;
};

/// A rank whose messages and local work are written down.
class RecordedRank final : public Charged<RecordingTransport> {
 public:
  /// As FiberRank().
  RecordedRank(Recorder& recorder, const AllRates& all, int rank, bool carries_data, Arena& arena,
               NodeMemory* shared)
      : Charged(all, rank, carries_data, arena, recorder, rank, all.placement().processes()),
        memory_(all.memory_of(rank)),
        node_(shared ? std::make_unique<RecordedNode>(recorder, *shared, rank, all[rank].turn) : nullptr) {}

  Node* node() override { return node_.get(); }
  void come_late(double seconds) { spend(seconds); }
  void charge_combine(std::int64_t bytes, int holder) override {
    constexpr auto combine = Recorder::Work::combine;
    if (recorder().repeats_work(combine, bytes, holder)) return;
    recorder().charged_work(combine, bytes, holder, [&] { Charged::charge_combine(bytes, holder); });
  }
  void charge_copy(std::int64_t bytes, int holder) override {
    constexpr auto copy = Recorder::Work::copy;
    if (recorder().repeats_work(copy, bytes, holder)) return;
    recorder().charged_work(copy, bytes, holder, [&] { Charged::charge_copy(bytes, holder); });
  }

 private:
  void spend(double seconds) override { recorder().spend(seconds); }
  void meet(const Contribution&, const Together&) override { Recorder::refuse("the collective network"); }
  void move(double bytes, double bound, int holder) override {
    recorder().work(holder == rank() ? memory_ : all().memory_of(holder), bytes, bound);
  }

  int memory_;
  std::unique_ptr<RecordedNode> node_;
};

}  // namespace collsim::fast
