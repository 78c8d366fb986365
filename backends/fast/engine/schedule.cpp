#include "backends/fast/engine/schedule.hpp"

#include "backends/fast/engine/engine.hpp"
#include "support/error.hpp"

namespace collsim::fast {

std::uint32_t Schedule::post(Kind kind, int peer, int tag, std::int64_t bytes, bool blocking) {
  constexpr std::uint32_t most = 1U << 23U;
  if (tag != tag_) write(Kind::tag, tag_ = tag, 0);
  Step step{{bytes}, peer, 0, blocking, kind};
  if (!blocking) {
    if (free_slots_.empty()) {
      if (slots_ == most) throw Error("a rank has more requests under way than a recorded schedule can hold");
      free_slots_.push_back(slots_++);
    }
    step.slot = free_slots_.back() & (most - 1);
    free_slots_.pop_back();
  }
  steps_.push_back(step);
  return step.slot;
}

void Schedule::wait(std::uint32_t slot) {
  write(Kind::wait, 0, 0);
  steps_.back().slot = slot & 0x7fffffU;
  free_slots_.push_back(slot);
}

void Schedule::spend(double seconds) {
  write(Kind::spend, 0, seconds);
}

void Schedule::work(int memory, double bytes, double bound) {
  write(Kind::work, memory, bytes);
  write(Kind::spend, 0, bound);
}

void Schedule::write(Kind kind, int peer, double amount) {
  Step step{{}, peer, 0, false, kind};
  step.amount = amount;
  steps_.push_back(step);
}

void Schedule::close(int rank) {
  // Copied: the written one keeps its room for the next rank.
  ranks_[static_cast<std::size_t>(rank)] = {steps_, slots_};
  steps_.clear();
  free_slots_.clear();
  slots_ = 0;
  tag_ = 0;
}

Schedule Engine::record(const std::function<void(int)>& body) {
  current_engine() = this;
  Schedule schedule(processes());
  recording_ = &schedule;
  for (running_ = ranks_.data(); running_ != ranks_.data() + ranks_.size(); ++running_) {
    body(running_->number);
    schedule.close(running_->number);
  }
  running_ = nullptr;
  recording_ = nullptr;
  return schedule;
}

void Engine::write(Request& request) {
  if (request.context != 0) throw Error("a recorded schedule knows no communicator but the world");
  const bool sends = request.kind == Request::Kind::send;
  const auto kind = !sends                ? Schedule::Kind::recv
                    : request.synchronous ? Schedule::Kind::synchronous_send
                                          : Schedule::Kind::send;
  if (request.any()) throw Error("a recorded schedule cannot wait for any source or tag");
  request.active = true;
  request.done = false;
  request.sequence = recording_->post(kind, sends ? request.peer : request.source, request.tag, request.bytes,
                                      !request.kept);
}

namespace {

void finish_unseen(Request& request) {
  request.done = request.arrived = true;
  request.partner = &request;  // over
}

}  // namespace

void Engine::write_wait(std::span<Request* const> requests) {
  for (Request* request : requests) {
    if (request->done) continue;
    recording_->wait(request->sequence);
    finish_unseen(*request);
  }
}

void Engine::write_finish() {
  Rank& writing = rank();
  if (writing.in.done && writing.out.done) return;
  recording_->finish();
  finish_unseen(writing.in);
  finish_unseen(writing.out);
}

void Engine::refuse_recording(const char* call) const {
  if (recording_)
    throw Error(std::string(call) + " asks what has happened, which no recorded schedule can tell");
}

void Engine::run(const Schedule& schedule) {
  schedule_ = &schedule;
  readers_.resize(ranks_.size());
  std::size_t slots = 0;
  for (const auto& each : ranks_) slots += schedule.slots(each.number);
  slots_.resize(slots);
  Request** free = slots_.data();
  for (const auto& each : ranks_) {
    Reader& reader = readers_[static_cast<std::size_t>(each.number)];
    reader.steps = schedule.steps(each.number);
    reader.slots = free;
    free += schedule.slots(each.number);
  }
  work_off([this](int number) { wake(rank(number)); });
  schedule_ = nullptr;
}

/// As far as it goes without what is not known yet.
void Engine::read_on(Rank& reading) {
  Reader& reader = readers_[static_cast<std::size_t>(reading.number)];
  auto& steps = reader.steps;
  reading.awaited = {};
  for (; !steps.empty(); steps = steps.subspan(1)) {
    const Schedule::Step& step = steps.front();
    switch (step.kind) {
      case Schedule::Kind::send:
      case Schedule::Kind::synchronous_send:
      case Schedule::Kind::recv:
        post_step(reading, reader, step);
        break;
      case Schedule::Kind::tag:
        reader.tag = step.peer;
        break;
      case Schedule::Kind::wait: {
        if (must_wait(reading, reader)) return;
        Request* const request = reader.slots[step.slot];
        reading.now = std::max(reading.now, request->over());
        release(request);
        break;
      }
      case Schedule::Kind::finish:
        if (must_finish(reading)) return;
        reading.leave_call();
        break;
      case Schedule::Kind::spend:
        reading.now += step.amount;
        break;
      case Schedule::Kind::work:
        reader.work = {step.peer, step.amount, steps[1].amount};
        steps = steps.subspan(2);
        return begin_work(reader.work);
    }
  }
  reading.finished = true;
  --unfinished_;
}

void Engine::post_step(Rank& reading, const Reader& reader, const Schedule::Step& step) {
  const bool receives = step.kind == Schedule::Kind::recv;
  Request* request = receives ? &reading.in : &reading.out;
  if (!step.blocking) reader.slots[step.slot] = request = create();
  request->kind = receives ? Request::Kind::recv : Request::Kind::send;
  request->synchronous = step.kind == Schedule::Kind::synchronous_send;
  request->peer = step.peer;
  request->source = receives ? step.peer : reading.number;
  request->tag = reader.tag;
  request->bytes = step.bytes;
  post(*request);
}

/// Whether a request is not done among the waits that follow each other here: the rank goes on when all are.
bool Engine::must_wait(Rank& reading, const Reader& reader) {
  for (const Schedule::Step& step : reader.steps) {
    if (step.kind != Schedule::Kind::wait) break;
    await(reading, *reader.slots[step.slot]);
  }
  if (reading.pending > 0) reading.awaited = {reader.slots + reader.steps.front().slot, 1};
  return reading.pending > 0;
}

}  // namespace collsim::fast
