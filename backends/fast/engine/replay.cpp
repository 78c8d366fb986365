#include "backends/fast/engine/replay.hpp"

namespace collsim::fast {

Replay::Replay(const Schedule& schedule, Ranks& ranks, Messages& messages, Memories& memories, Flags& flags)
    : ranks_(ranks),
      messages_(messages),
      memories_(memories),
      flags_(flags),
      readers_(static_cast<std::size_t>(ranks.size())) {
  std::size_t slots = 0;
  for (const Rank& rank : ranks_) slots += schedule.slots(rank.number);
  slots_.resize(slots);
  Request** free = slots_.data();
  for (const Rank& rank : ranks_) {
    Reader& reader = readers_[static_cast<std::size_t>(rank.number)];
    reader.steps = schedule.steps(rank.number);
    reader.slots = free;
    free += schedule.slots(rank.number);
  }
}

void Replay::resume(Rank& rank) {
  ranks_.set_running(rank);
  Reader& reader = readers_[static_cast<std::size_t>(rank.number)];
  auto& steps = reader.steps;
  rank.awaited = {};
  for (; !steps.empty(); steps = steps.subspan(1)) {
    const Schedule::Step& step = steps.front();
    switch (step.kind) {
      case Schedule::Kind::send:
      case Schedule::Kind::synchronous_send:
      case Schedule::Kind::recv:
        post(rank, reader, step);
        break;
      case Schedule::Kind::tag:
        reader.tag = step.peer;
        break;
      case Schedule::Kind::wait: {
        if (must_wait(rank, reader)) return;
        Request* const request = reader.slots[step.slot];
        rank.now = std::max(rank.now, request->over());
        messages_.release(request);
        break;
      }
      case Schedule::Kind::finish:
        if (rank.must_finish_call()) return;
        rank.leave_call();
        break;
      case Schedule::Kind::spend:
        rank.now += step.amount;
        break;
      case Schedule::Kind::work:
        reader.work = {step.peer, step.amount, steps[1].amount};
        steps = steps.subspan(2);
        return memories_.begin(rank, reader.work);
      case Schedule::Kind::raise:
        flags_.raise(rank, step.bytes);
        break;
      case Schedule::Kind::await:
        if (flags_.await(rank, step.peer, step.bytes)) break;
        steps = steps.subspan(1);
        return;
    }
  }
  rank.finished = true;
}

void Replay::post(Rank& rank, const Reader& reader, const Schedule::Step& step) {
  const bool receives = step.kind == Schedule::Kind::recv;
  Request* request = receives ? &rank.in : &rank.out;
  if (!step.blocking) reader.slots[step.slot] = request = messages_.create();
  request->kind = receives ? Request::Kind::recv : Request::Kind::send;
  request->synchronous = step.kind == Schedule::Kind::synchronous_send;
  request->peer = step.peer;
  request->source = receives ? step.peer : rank.number;
  request->tag = reader.tag;
  request->bytes = step.bytes;
  messages_.post(rank, *request);
}

/// Whether a request is not done among the waits that follow each other here: the rank goes on when all are.
bool Replay::must_wait(Rank& rank, const Reader& reader) {
  for (const Schedule::Step& step : reader.steps) {
    if (step.kind != Schedule::Kind::wait) break;
    rank.wait_for(*reader.slots[step.slot]);
  }
  if (rank.pending > 0) rank.awaited = {reader.slots + reader.steps.front().slot, 1};
  return rank.pending > 0;
}

}  // namespace collsim::fast
