#pragma once

#include <bit>
#include <functional>
#include <limits>
#include <utility>

#include "algorithms/transport.hpp"
#include "backends/fast/engine/rank.hpp"
#include "backends/fast/schedules/schedule.hpp"

namespace collsim::fast {

/// Writes down what ranks do, each run by itself from its start to its end while messages carry nothing and
/// take no time. What a rank does must not depend on what messages hold or when they come.
///
/// Rounds that repeat the one before become a loop, so that an algorithm's loop whose rounds are alike takes the
/// memory of one round, and a deed of such a round only a look at the one that is expected.
class Recorder {
 public:
  /// A blocking call: what it sends, and what it receives.
  void call(const Schedule::Move& move, std::int64_t out, std::int64_t in) {
    write({.what = What::step, .move = move, .out = out, .in = in});
  }

  // What is charged: charge() has the rank spend what the deed takes, which depends on nothing else. Of one that is expected
  // nothing is left to do, which is what both that ask for it say; they look at its numbers where they are, in registers.

  /// A blocking call of one tag; any negative rank is nobody.
  bool repeats_call(int to, std::int64_t out, int from, std::int64_t in, int tag) {
    return expected_ && expected_->what == What::charged_call && expected_->out == out &&
           expected_->in == in && expected_->move.to == to && expected_->move.from == from &&
           expected_->move.out_tag == tag && go_on();
  }
  template <class Charge>
  void charged_call(int to, std::int64_t out, int from, std::int64_t in, int tag, const Charge& charge) {
    charged({.what = What::charged_call,
             .move = {.to = to, .from = from, .out_tag = tag, .in_tag = tag},
             .out = out,
             .in = in},
            charge);
  }
  /// Local work.
  enum class Work : std::int32_t { combine, copy, publish };
  bool repeats_work(Work work, std::int64_t bytes, int holder) {
    return expected_ && expected_->what == What::charged_work && expected_->out == bytes &&
           expected_->move.to == holder && expected_->move.from == static_cast<std::int32_t>(work) && go_on();
  }
  template <class Charge>
  void charged_work(Work work, std::int64_t bytes, int holder, const Charge& charge) {
    charged({.what = What::charged_work,
             .move = {.to = holder, .from = static_cast<std::int32_t>(work)},
             .out = bytes},
            charge);
  }

  /// A message that outlives its call, by the slot that it returns, which is free again when it has been waited for.
  std::uint32_t post_send(int to, std::int64_t bytes);
  std::uint32_t post_receive(int from, std::int64_t bytes);
  void wait(std::uint32_t slot);
  void spend(double seconds) {
    if (seconds == 0) return;
    if (charging_ && deeds_.back().what != What::spend && deeds_.back().seconds == 0)
      deeds_.back().seconds = seconds;
    else
      write({.what = What::spend, .seconds = seconds});
  }
  void work(int memory, double bytes, double bound) {
    write({.what = What::step,
           .move = {.kind = Schedule::Kind::work, .to = memory},
           .out = std::bit_cast<std::int64_t>(bytes),
           .in = std::bit_cast<std::int64_t>(bound)});
  }
  void raise(std::int64_t steps) {
    write({.what = What::step, .move = {.kind = Schedule::Kind::raise}, .out = steps});
  }
  void await(int flag, std::int64_t steps) {
    write({.what = What::step, .move = {.kind = Schedule::Kind::await, .to = flag}, .out = steps});
  }

  /// Throws Error: this call asks what messages hold, or when they come.
  [[noreturn]] static void refuse(const char* call);
  // So do these, which an Engine answers.
  [[noreturn]] static int compare_exchange(int, std::int64_t, int, int) { refuse("the word of a node"); }
  [[noreturn]] static void meet(const Contribution&, const Together&, const char* call) { refuse(call); }

  /// Makes `tape` what was written since the last call; its memory serves for what comes next.
  void take_tape(Schedule::Tape& tape);

 private:
  /// What a deed is: `step`s and `charged_call`s are those of the schedule, to which belongs what is spent after them.
  enum class What : std::uint32_t { step, charged_call, charged_work, spend };
  struct Deed {
    What what;
    std::uint32_t charges = 0;  ///< so many of the deeds behind it are what it takes
    Schedule::Move move = {};
    std::int64_t out = 0, in = 0;  ///< of work through a memory: numbers
    double seconds = 0;  ///< of `spend`; of what is charged, those that it takes first, if it is nothing else

    bool begins_step() const { return what <= What::charged_call; }
    bool operator==(const Deed&) const = default;
  };

  /// Whether it is the next one of the round that is repeated; then it is done, with what it takes.
  bool repeats(const Deed& deed) {
    return expected_ && deed.what == expected_->what && deed.move == expected_->move &&
           deed.out == expected_->out && deed.in == expected_->in &&
           (deed.what != What::spend || deed.seconds == expected_->seconds) && go_on();
  }
  /// Goes on behind the deed that was expected.
  bool go_on() {
    expected_ += 1 + expected_->charges;
    if (expected_ == deeds_.data() + deeds_.size()) {
      Schedule::Loop& loop = loops_.back();
      ++loop.repeat;
      expected_ = &deeds_[loop.first];
    }
    return true;
  }
  void write(const Deed& deed) {
    if (!repeats(deed)) write_new(deed);
  }
  template <class Charge>
  void charged(const Deed& deed, const Charge& charge) {
    if (repeats(deed) || write_new(deed)) return;
    const std::size_t place = deeds_.size();
    charging_ = true;
    charge();
    charging_ = false;
    deeds_[place - 1].charges = static_cast<std::uint32_t>(deeds_.size() - place);
  }
  /// Whether a loop that is found to end before it goes on with it. Inline: else the deed would go through memory.
  [[gnu::always_inline]] bool write_new(const Deed& deed) {
    if (expected_) leave_loop();
    if (deed.begins_step() && !charging_) {
      if (find_loop() && repeats(deed)) return true;
      if (expected_) leave_loop();
      steps_.push_back(deeds_.size());
    }
    ++loops_.back().length;
    deeds_.emplace_back() = deed;
    return false;
  }
  bool find_loop();
  void leave_loop();
  std::uint32_t new_slot();

  std::vector<Deed> deeds_;
  std::vector<Schedule::Loop> loops_ = {{0, 0, 1}};  ///< of deeds
  /// The deed of the last loop that is to be expected if it goes on; else null. Its body is at the end of the deeds.
  const Deed* expected_ = nullptr;
  std::vector<std::size_t> steps_;  ///< where those since the last loop begin
  bool charging_ = false;           ///< what comes is what the last deed takes
  std::uint32_t slots_ = 0;
  std::vector<std::uint32_t> free_slots_;
};

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// What ranks do, each run by itself to its end while messages carry nothing and take no time. Throws Error where it takes more
/// than `room` bytes.
Schedule record(int processes, const std::function<void(Recorder& recorder, int rank)>& body,
                std::int64_t room = unlimited);
/// Records several lanes at once. Lanes that do not do as the first are left out from the rank on where this shows; returns the
/// others.
std::pair<Schedule, std::vector<std::size_t>> record(
    int processes, std::size_t lanes,
    const std::function<void(Recorder& recorder, int rank, std::size_t lane)>& body,
    std::int64_t room = unlimited);

}  // namespace collsim::fast
