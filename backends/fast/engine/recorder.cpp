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

void Recorder::post(Request& request) {
  if (request.context != 0) throw Error("a recorded schedule knows no communicator but the world");
  if (request.any()) throw Error("a recorded schedule cannot wait for any source or tag");
  request.active = true;
  request.done = false;
  if (request.kept) post_kept(request);
}

void Recorder::post_kept(Request& request) {
  request.sequence = new_slot();
  if (request.kind == Request::Kind::recv)
    begin({.kind = Schedule::Kind::recv,
           .from = request.source,
           .in_tag = request.tag,
           .slot = request.sequence},
          0, request.bytes);
  else
    begin({.kind = Schedule::Kind::send,
           .synchronous = request.synchronous,
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

void Recorder::finish_call(Rank& rank) {
  if (rank.in.done && rank.out.done) return;
  Schedule::Move move;
  std::int64_t out = 0, in = 0;
  if (!rank.out.done) {
    move.synchronous = rank.out.synchronous;
    move.to = rank.out.peer;
    move.out_tag = rank.out.tag;
    out = rank.out.bytes;
    finish_unseen(rank.out);
  }
  if (!rank.in.done) {
    move.from = rank.in.source;
    move.in_tag = rank.in.tag;
    in = rank.in.bytes;
    finish_unseen(rank.in);
  }
  begin(move, out, in);
}

void Recorder::work(int memory, double bytes, double bound) {
  begin({.kind = Schedule::Kind::work, .to = memory});
  step_.amounts.spent = {bytes, bound};
  spent_ = step_.amounts.spent.size();
}

void Recorder::write() {
  auto& [loops, steps, slots] = tape_;
  if (!loops.empty() && loops.back().repeat > 1) {
    Schedule::Loop& loop = loops.back();
    if (step_ == steps[loop.first + matched_]) {
      if (++matched_ == loop.length) {
        matched_ = 0;
        ++loop.repeat;
      }
      return;
    }
    leave_loop();
  }
  if (loops.empty()) loops.push_back({0, 0, 1});
  ++loops.back().length;
  steps.push_back(step_);
  find_loop();
}

/// Its last round ended early: those steps are no part of it.
void Recorder::leave_loop() {
  const std::size_t first = tape_.loops.back().first;
  tape_.loops.push_back({tape_.steps.size(), matched_, 1});
  for (std::size_t i = 0; i < matched_; ++i) {
    const Schedule::Step step = tape_.steps[first + i];
    tape_.steps.push_back(step);
  }
  matched_ = 0;
}

/// Whether the last steps are the same as those before them.
void Recorder::find_loop() {
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
    return;
  }
}

Schedule::Tape Recorder::take() {
  write();
  if (matched_ > 0) leave_loop();
  Schedule::Tape taken = std::move(tape_);
  tape_ = {};
  step_ = {};
  spent_ = 0;
  free_slots_.clear();
  return taken;
}

}  // namespace collsim::fast
