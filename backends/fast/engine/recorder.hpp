#pragma once

#include "backends/fast/engine/rank.hpp"
#include "backends/fast/engine/schedule.hpp"

namespace collsim::fast {

/// Writes down what ranks do, each run by itself from its start to its end while messages carry nothing and
/// take no time. Throws Error where what a rank does depends on what messages hold or when they come.
class Recorder {
 public:
  explicit Recorder(int processes) : schedule_(processes) {}

  void post(Request& request);
  void wait(std::span<Request* const> requests);
  void finish_call(Rank& rank);
  void spend(double seconds) { write(Schedule::Kind::spend, 0, seconds); }
  void work(int memory, double bytes, double bound);
  void raise(std::int64_t steps) { write_flag(Schedule::Kind::raise, 0, steps); }
  void await(int flag, std::int64_t steps) { write_flag(Schedule::Kind::await, flag, steps); }
  /// What was written since the last call is this rank's.
  void close(const Rank& rank);

  Schedule take() { return std::move(schedule_); }

 private:
  void write(Schedule::Kind kind, int peer, double amount);
  void write_flag(Schedule::Kind kind, int flag, std::int64_t steps) {
    steps_.push_back({{steps}, flag, 0, false, kind});
  }
  std::uint32_t new_slot();

  Schedule schedule_;
  // Of the rank that is being written:
  std::vector<Schedule::Step> steps_;
  std::vector<std::uint32_t> free_slots_;
  std::uint32_t slots_ = 0;
  int tag_ = 0;
};

}  // namespace collsim::fast
