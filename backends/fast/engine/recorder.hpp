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
  /// Throws Error where a schedule cannot tell that communicator; from whom a receive takes its message.
  static void check(std::uint32_t context) {
    if (context != 0) refuse("knows no communicator but the world");
  }
  static void check(int source, int tag) {
    if (source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG) refuse("cannot wait for any source or tag");
  }

  /// A blocking call: what it sends, and what it receives.
  void call(const Schedule::Move& move, std::int64_t out, std::int64_t in) { begin(move, out, in); }
  /// A request that outlives its call.
  void post(Request& request);
  void wait(std::span<Request* const> requests);
  void spend(double seconds) {
    if (seconds == 0) return;
    if (spent_ == most_spent) begin({});
    if (repeated_ && repeated_->amounts.spent[spent_] != seconds) fall_out_of_loop();
    if (!repeated_) step_.amounts.spent[spent_] = seconds;
    ++spent_;
  }
  void work(int memory, double bytes, double bound);
  void raise(std::int64_t steps) { begin({.kind = Schedule::Kind::raise}, steps); }
  void await(int flag, std::int64_t steps) { begin({.kind = Schedule::Kind::await, .to = flag}, steps); }

  /// Makes `tape` what was written since the last call; its memory serves for what comes next.
  void take(Schedule::Tape& tape);

 private:
  [[noreturn]] static void refuse(const char* why);
  static constexpr std::size_t most_spent = std::tuple_size_v<decltype(Schedule::Amounts::spent)>;

  void begin(const Schedule::Move& move, std::int64_t out = 0, std::int64_t in = 0) {
    const Schedule::Step* const next = complete();
    spent_ = 0;
    repeated_ =
        next && next->move == move && next->amounts.out == out && next->amounts.in == in ? next : nullptr;
    if (!repeated_) begin_otherwise(next, {move, {.out = out, .in = in}});
  }
  /// Ends the step under way, and returns the one that is to be expected if the tape ends with a loop now, or null.
  const Schedule::Step* complete() {
    if (repeated_ && spent_ < most_spent && repeated_->amounts.spent[spent_] != 0) fall_out_of_loop();
    return repeated_ ? after(repeated_) : write();
  }
  /// In the body of the last loop.
  const Schedule::Step* after(const Schedule::Step* step) {
    if (++step < tape_.steps.data() + tape_.steps.size()) return step;
    Schedule::Loop& loop = tape_.loops.back();
    ++loop.repeat;
    return &tape_.steps[loop.first];
  }
  const Schedule::Step* write();
  void begin_otherwise(const Schedule::Step* expected, const Schedule::Step& step);
  void fall_out_of_loop();
  void leave_loop(const Schedule::Step* expected);
  const Schedule::Step* find_loop();
  std::uint32_t new_slot();

  Schedule::Tape tape_;
  /// What is under way, since the time that a rank spends comes after its call: the same as this step of the last loop as
  /// far as it is known, whose body is at the end of the tape, or, if null, step_. The first step of every rank is what
  /// it spends before its first call.
  const Schedule::Step* repeated_ = nullptr;
  Schedule::Step step_;
  std::size_t spent_ = 0;  ///< how often, in the step under way
  std::vector<std::uint32_t> free_slots_;
};

}  // namespace collsim::fast
