#pragma once

#include <bit>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "backends/fast/engine/engine.hpp"
#include "backends/trial/charged.hpp"
#include "backends/trial/node_memory.hpp"
#include "transports/mpi_transport.hpp"

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

/// A rank's messages, clock and local work.
class FastTransport final : public Charged<MpiTransport> {
 public:
  /// All but `rank` must outlive it. `shared`: null for an algorithm that knows no nodes.
  FastTransport(Engine& engine, const AllRates& all, int rank, bool carries_data, Arena& arena,
                NodeMemory* shared)
      : Charged(all, rank, carries_data, arena, MPI_COMM_WORLD),
        engine_(&engine),
        recorder_(engine.recorder()),
        processes_(engine.processes()),
        memory_(all.memory_of(rank)),
        node_(shared ? std::make_unique<SharedNode>(engine, *shared, rank, all[rank].turn) : nullptr) {}

  double now() override { return engine_->rank().now; }
  Node* node() override { return node_.get(); }
  // Where calls are recorded, blocking ones are written down at once; what MPI complains of is left to MPI.
  void send(const SendBuffer& out, int destination, int tag) override {
    if (!writes_down(out.count, destination, out.bytes, nobody, 0, tag))
      MpiTransport::send(out, destination, tag);
  }
  void receive(const ReceiveBuffer& in, int source) override {
    if (!writes_down(in.count, nobody, 0, source, in.bytes, 0)) MpiTransport::receive(in, source);
  }
  void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) override {
    if (!writes_down(out.count | in.count, destination, out.bytes, source, in.bytes, 0))
      MpiTransport::exchange(out, destination, in, source);
  }
  void charge_combine(std::int64_t bytes, int holder) override {
    constexpr auto combine = Recorder::Work::combine;
    if (!recorder_) return Charged::charge_combine(bytes, holder);
    if (recorder_->repeats_work(combine, bytes, holder)) return;
    recorder_->charged_work(combine, bytes, holder, [&] { Charged::charge_combine(bytes, holder); });
  }
  void charge_copy(std::int64_t bytes, int holder) override {
    constexpr auto copy = Recorder::Work::copy;
    if (!recorder_) return Charged::charge_copy(bytes, holder);
    if (recorder_->repeats_work(copy, bytes, holder)) return;
    recorder_->charged_work(copy, bytes, holder, [&] { Charged::charge_copy(bytes, holder); });
  }

 private:
  static constexpr int nobody = std::numeric_limits<int>::min();

  /// A union of the bits of counts says of all whether MPI can count so many.
  bool writes_down(std::int64_t counts, int to, std::int64_t out, int from, std::int64_t in, int tag) {
    return recorder_ && counts <= std::numeric_limits<int>::max() &&
           (recorder_->repeats_call(to, out, from, in, tag) || write_call(to, out, from, in, tag));
  }
  bool may_be(int peer) const { return (peer >= 0 && peer < processes_) || peer == nobody; }
  [[gnu::noinline]] bool write_call(int to, std::int64_t out, int from, std::int64_t in, int tag) {
    if (!may_be(to) || !may_be(from) || out < 0 || in < 0 || tag < 0) return false;
    recorder_->charged_call(to, out, from, in, tag, [&] {
      if (from != nobody) charge_arrival(from, in);
    });
    return true;
  }
  void spend(double seconds) override { engine_->spend(seconds); }
  /// Who comes last is not held up, and is the first to go on.
  void meet(const Contribution& own, const Together& together) override {
    const auto number = [](const void* memory) { return std::bit_cast<std::int64_t>(memory); };
    const auto meeting = engine_->meet(engine_->rank().world, {number(own.given), number(own.result)},
                                       "the collective network");
    if (!carries_data() || meeting->brought.empty()) return;
    std::vector<Contribution> contributions;
    for (const auto& each : std::exchange(meeting->brought, {}))
      contributions.push_back({std::bit_cast<const void*>(each[0]), std::bit_cast<void*>(each[1])});
    together(contributions);
  }
  void move(double bytes, double bound, int holder) override {
    engine_->work(holder == rank() ? memory_ : all().memory_of(holder), bytes, bound);
  }

  Engine* engine_;
  Recorder* recorder_;  ///< null where nothing is recorded
  int processes_;
  int memory_;
  std::unique_ptr<SharedNode> node_;
};

}  // namespace collsim::fast
