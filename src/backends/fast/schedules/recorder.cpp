#include "backends/fast/schedules/recorder.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "support/error.hpp"

namespace collsim::fast {
namespace {

/// Rounds of more steps are not looked for.
constexpr std::size_t longest_round = 8;

/// Puts steps, and what is spent after them, into a tape.
class TapeWriter {
 public:
  /// The first step of every rank is what it spends before its first call.
  explicit TapeWriter(Schedule::Tape& tape) : tape_(tape) {
    tape.loops = {{0, 0, 1}};
    tape.steps.clear();
    step({});
  }

  /// What comes belongs to a loop that is executed so often.
  void open(std::size_t repeat) {
    const bool goes_on = repeat == 1 && tape_.loops.back().repeat == 1;
    if (!goes_on) tape_.loops.push_back({tape_.steps.size(), 0, repeat});
    if (!goes_on) spent_ = most_spent;
  }
  /// Member by member: a whole copy with members changed is written and read in pieces of different sizes, which takes long.
  void step(const Schedule::Move& move, std::int64_t out = 0, std::int64_t in = 0) {
    Schedule::Step& step = tape_.steps.emplace_back();
    step.move.kind = move.kind;
    step.move.to = std::max(move.to, -1);
    step.move.from = std::max(move.from, -1);
    step.move.out_tag = move.out_tag;
    step.move.in_tag = move.in_tag;
    step.move.slot = move.slot;
    step.amounts.out = out;
    step.amounts.in = in;
    ++tape_.loops.back().length;
    spent_ = 0;
  }
  /// Through a memory.
  void work(int memory, double bytes, double bound) {
    step({.kind = Schedule::Kind::work, .to = memory});
    tape_.steps.back().amounts.spent = {bytes, bound};
    spent_ = most_spent;
  }
  void spend(double seconds) {
    if (spent_ == most_spent) step({});
    tape_.steps.back().amounts.spent[spent_++] = seconds;
  }

 private:
  static constexpr std::size_t most_spent = std::tuple_size_v<decltype(Schedule::Amounts::spent)>;

  Schedule::Tape& tape_;
  std::size_t spent_ = 0;  ///< how often, after the last step
};

}  // namespace

void Recorder::refuse(const char* call) {
  throw Error(std::string(call) + " asks what has happened, which no recorded schedule can tell");
}

std::uint32_t Recorder::post_send(int to, std::int64_t bytes) {
  const std::uint32_t slot = new_slot();
  call({.kind = Schedule::Kind::send, .to = to, .slot = slot}, bytes, 0);
  return slot;
}

std::uint32_t Recorder::post_receive(int from, std::int64_t bytes) {
  const std::uint32_t slot = new_slot();
  call({.kind = Schedule::Kind::recv, .from = from, .slot = slot}, 0, bytes);
  return slot;
}

std::uint32_t Recorder::new_slot() {
  if (free_slots_.empty()) return slots_++;
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Recorder::wait(std::uint32_t slot) {
  call({.kind = Schedule::Kind::wait, .slot = slot}, 0, 0);
  free_slots_.push_back(slot);
}

/// The deeds of its last round before the one that did not come are no part of it.
void Recorder::leave_loop() {
  const std::size_t first = loops_.back().first;
  const auto begun = static_cast<std::size_t>(expected_ - &deeds_[first]);
  expected_ = nullptr;
  loops_.push_back({deeds_.size(), begun, 1});
  steps_.clear();
  for (std::size_t i = 0, charges = 0; i < begun; ++i) {
    const Deed deed = deeds_[first + i];
    if (charges == 0 && deed.begins_step()) steps_.push_back(deeds_.size());
    charges = charges > 0 ? charges - 1 : deed.charges;
    deeds_.push_back(deed);
  }
}

/// Whether the last steps are the same as those before them: then they are a loop.
bool Recorder::find_loop() {
  for (std::size_t length = 1; length <= longest_round && 2 * length <= steps_.size(); ++length) {
    // Most often the last step says already that it is none, by its peer.
    const Deed &last = deeds_[steps_.back()], &before = deeds_[steps_[steps_.size() - 1 - length]];
    if (last.move.to != before.move.to || last != before) continue;
    const std::size_t middle = steps_[steps_.size() - length], first = steps_[steps_.size() - 2 * length];
    const std::size_t deeds = deeds_.size() - middle;
    const auto round = std::span(deeds_).subspan(first, middle - first);
    if (!std::ranges::equal(round, std::span(deeds_).subspan(middle))) continue;
    deeds_.resize(middle);
    Schedule::Loop& single = loops_.back();
    single.length -= 2 * deeds;
    if (single.length == 0) loops_.pop_back();
    loops_.push_back({first, deeds, 2});
    expected_ = &deeds_[first];
    return true;
  }
  return false;
}

void Recorder::take_tape(Schedule::Tape& tape) {
  if (!expected_) find_loop();
  if (expected_) leave_loop();
  TapeWriter writer(tape);
  for (const auto& [first, length, repeat] : loops_) {
    if (length == 0) continue;
    writer.open(repeat);
    for (const Deed& deed : std::span(deeds_).subspan(first, length)) {
      if (deed.begins_step() && deed.move.kind == Schedule::Kind::work)
        writer.work(deed.move.to, std::bit_cast<double>(deed.out), std::bit_cast<double>(deed.in));
      else if (deed.begins_step())
        writer.step(deed.move, deed.out, deed.in);
      if (deed.seconds != 0) writer.spend(deed.seconds);
    }
  }
  tape.slots = slots_;
  deeds_.clear();
  loops_ = {{0, 0, 1}};
  steps_.clear();
  slots_ = 0;
  free_slots_.clear();
}

Schedule record(int processes, const std::function<void(Recorder&, int)>& body, std::int64_t room) {
  return record(
             processes, 1, [&](Recorder& recorder, int rank, std::size_t) { body(recorder, rank); }, room)
      .first;
}

std::pair<Schedule, std::vector<std::size_t>> record(
    int processes, std::size_t lanes, const std::function<void(Recorder&, int, std::size_t)>& body,
    std::int64_t room) {
  Recorder recorder;
  Schedule schedule(processes, lanes);
  std::vector<std::size_t> alike(lanes);
  std::iota(alike.begin(), alike.end(), std::size_t{0});
  std::vector<Schedule::Tape> tapes(lanes);
  for (int rank = 0; rank < processes; ++rank) {
    for (const std::size_t lane : alike) {
      body(recorder, rank, lane);
      recorder.take_tape(tapes[lane]);
    }
    alike = schedule.set(rank, tapes, std::move(alike));
    if (schedule.memory() > room)
      throw Error("what the first " + std::to_string(rank + 1) + " ranks do takes more than " +
                  std::to_string(room) + " bytes to write down");
  }
  return {std::move(schedule), std::move(alike)};
}

}  // namespace collsim::fast
