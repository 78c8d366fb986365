#include "backends/fast/engine/recorder.hpp"

#include "support/error.hpp"

namespace collsim::fast {
namespace {

constexpr std::uint32_t most_slots = 1U << Schedule::slot_bits;

void finish_unseen(Request& request) {
  request.done = request.arrived = true;
  request.partner = &request;  // over
}

Schedule::Kind kind_of(const Request& request) {
  if (request.kind == Request::Kind::recv) return Schedule::Kind::recv;
  return request.synchronous ? Schedule::Kind::synchronous_send : Schedule::Kind::send;
}

}  // namespace

void Recorder::post(Request& request) {
  if (request.context != 0) throw Error("a recorded schedule knows no communicator but the world");
  if (request.any()) throw Error("a recorded schedule cannot wait for any source or tag");
  if (request.tag != tag_) write(Schedule::Kind::tag, tag_ = request.tag, 0);
  request.active = true;
  request.done = false;
  request.sequence = request.kept ? new_slot() : 0;
  const bool receives = request.kind == Request::Kind::recv;
  const int peer = receives ? request.source : request.peer;
  steps_.push_back({{request.bytes}, peer, 0, !request.kept, kind_of(request)});
  steps_.back().slot = request.sequence & (most_slots - 1);
}

std::uint32_t Recorder::new_slot() {
  if (free_slots_.empty()) {
    if (slots_ == most_slots)
      throw Error("a rank has more requests under way than a recorded schedule can hold");
    return slots_++;
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Recorder::wait(std::span<Request* const> requests) {
  for (Request* request : requests) {
    if (request->done) continue;
    write(Schedule::Kind::wait, 0, 0);
    steps_.back().slot = request->sequence & (most_slots - 1);
    free_slots_.push_back(request->sequence);
    finish_unseen(*request);
  }
}

void Recorder::finish_call(Rank& rank) {
  if (rank.in.done && rank.out.done) return;
  write(Schedule::Kind::finish, 0, 0);
  finish_unseen(rank.in);
  finish_unseen(rank.out);
}

void Recorder::work(int memory, double bytes, double bound) {
  write(Schedule::Kind::work, memory, bytes);
  write(Schedule::Kind::spend, 0, bound);
}

void Recorder::write(Schedule::Kind kind, int peer, double amount) {
  Schedule::Step step{{}, peer, 0, false, kind};
  step.amount = amount;
  steps_.push_back(step);
}

void Recorder::close(const Rank& rank) {
  // Copied: the written one keeps its room for the next rank.
  schedule_.set(rank.number, steps_, slots_);
  steps_.clear();
  free_slots_.clear();
  slots_ = 0;
  tag_ = 0;
}

}  // namespace collsim::fast
