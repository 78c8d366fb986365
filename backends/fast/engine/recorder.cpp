#include "backends/fast/engine/recorder.hpp"

#include <algorithm>

#include "support/error.hpp"

namespace collsim::fast {
namespace {

/// Rounds of more steps are not looked for.
constexpr std::size_t longest_round = 8;

void finish_unseen(Request& request) {
  request.done = request.arrived = true;
  request.partner = &request;  // over
}

}  // namespace

void Recorder::refuse(const char* why) {
  throw Error(std::string("a recorded schedule ") + why);
}

void Recorder::post(Request& request) {
  check(request.context);
  if (request.kind == Request::Kind::recv) check(request.source, request.tag);
  request.active = true;
  request.done = false;
  request.sequence = new_slot();
  if (request.kind == Request::Kind::recv)
    begin({.kind = Schedule::Kind::recv,
           .from = request.source,
           .in_tag = request.tag,
           .slot = request.sequence},
          0, request.bytes);
  else
    begin({.kind = Schedule::Kind::send,
           .mode = request.synchronous ? Schedule::Mode::synchronous : Schedule::Mode::standard,
           .to = request.peer,
           .out_tag = request.tag,
           .slot = request.sequence},
          request.bytes);
}

std::uint32_t Recorder::new_slot() {
  if (free_slots_.empty()) return tape_.slots++;
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Recorder::wait(std::span<Request* const> requests) {
  for (Request* request : requests) {
    if (request->done) continue;
    begin({.kind = Schedule::Kind::wait, .slot = request->sequence});
    free_slots_.push_back(request->sequence);
    finish_unseen(*request);
  }
}

void Recorder::work(int memory, double bytes, double bound) {
  begin({.kind = Schedule::Kind::work, .to = memory});
  spend(bytes);
  spend(bound);
  spent_ = most_spent;
}

const Schedule::Step* Recorder::write() {
  auto& [loops, steps, slots] = tape_;
  if (loops.empty()) loops.push_back({0, 0, 1});
  ++loops.back().length;
  steps.push_back(step_);
  return find_loop();
}

void Recorder::begin_otherwise(const Schedule::Step* expected, const Schedule::Step& step) {
  if (expected) leave_loop(expected);
  step_ = step;
}

/// The step under way turns out to be another one than that of the loop.
void Recorder::fall_out_of_loop() {
  step_ = *repeated_;
  std::fill(step_.amounts.spent.begin() + static_cast<std::ptrdiff_t>(spent_), step_.amounts.spent.end(), 0);
  leave_loop(repeated_);
  repeated_ = nullptr;
}

/// The steps of its last round before the one that did not come are no part of it.
void Recorder::leave_loop(const Schedule::Step* expected) {
  auto& [loops, steps, slots] = tape_;
  const std::size_t first = loops.back().first;
  const auto begun = static_cast<std::size_t>(expected - &steps[first]);
  loops.push_back({steps.size(), begun, 1});
  for (std::size_t i = 0; i < begun; ++i) {
    const Schedule::Step step = steps[first + i];
    steps.push_back(step);
  }
}

/// Whether the last steps are the same as those before them: then the first of these.
const Schedule::Step* Recorder::find_loop() {
  auto& [loops, steps, slots] = tape_;
  Schedule::Loop& single = loops.back();
  const auto end = steps.end();
  for (std::size_t length = 1; length <= longest_round && 2 * length <= single.length; ++length) {
    const auto half = static_cast<std::ptrdiff_t>(length);
    if (!std::equal(end - half, end, end - 2 * half)) continue;
    steps.resize(steps.size() - length);
    const std::size_t first = steps.size() - length;
    single.length -= 2 * length;
    if (single.length == 0) loops.pop_back();
    loops.push_back({first, length, 2});
    return &steps[first];
  }
  return nullptr;
}

void Recorder::take(Schedule::Tape& tape) {
  if (const Schedule::Step* expected = complete()) leave_loop(expected);
  if (tape_.loops.back().length == 0) tape_.loops.pop_back();
  std::swap(tape, tape_);
  tape_.loops.clear();
  tape_.steps.clear();
  tape_.slots = 0;
  repeated_ = nullptr;
  step_ = {};
  spent_ = 0;
  free_slots_.clear();
}

}  // namespace collsim::fast
