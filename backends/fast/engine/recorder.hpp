#pragma once

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/schedule.hpp"

namespace collsim::fast {

/// Writes down what ranks do, each run by itself from its start to its end while messages carry nothing and
/// take no time. Throws Error where what a rank does depends on what messages hold or when they come.
///
/// Steps that repeat the ones before become a loop, so that an algorithm's loop whose rounds are alike takes the
/// memory of one round.
class Recorder {
 public:
  void post(Request& request);
  void wait(std::span<Request* const> requests);
  void finish_call(Rank& rank);
  void spend(double seconds) {
    if (spent_ == step_.amounts.spent.size()) begin({});
    step_.amounts.spent[spent_++] = seconds;
  }
  void work(int memory, double bytes, double bound);
  void raise(std::int64_t steps) { begin({.kind = Schedule::Kind::raise}, steps); }
  void await(int flag, std::int64_t steps) { begin({.kind = Schedule::Kind::await, .to = flag}, steps); }

  /// What was written since the last call.
  Schedule::Tape take();

 private:
  /// The step before is complete.
  void begin(const Schedule::Move& move, std::int64_t out = 0, std::int64_t in = 0) {
    write();
    step_ = {move, {.out = out, .in = in}};
    spent_ = 0;
  }
  void post_kept(Request& request);
  void write();
  void leave_loop();
  void find_loop();
  std::uint32_t new_slot();

  Schedule::Tape tape_;
  /// What is still being filled in: the time that a rank spends comes after its call. The first step of every rank is
  /// what it spends before its first call.
  Schedule::Step step_;
  std::size_t spent_ = 0;
  std::size_t matched_ = 0;  ///< steps of the last loop's body that have come once more
  std::vector<std::uint32_t> free_slots_;
};

}  // namespace collsim::fast
