#include "backends/fast/schedules/replay.hpp"

namespace collsim::fast {

Replay::Replay(const Schedule& schedule, Engine& engine)
    : schedule_(schedule),
      ranks_(engine.ranks()),
      messages_(engine.messages()),
      memories_(engine.memories()),
      flags_(engine.flags()) {
  messages_.carry_nothing();
  const auto count = [&](const Rank& rank) { return ReplayedRank::of_call + schedule.slots(rank.number); };
  std::size_t requests = 0;
  for (const Rank& rank : ranks_) requests += count(rank);
  requests_.resize(requests);
  works_.resize(static_cast<std::size_t>(ranks_.size()));
  places_.reserve(works_.size());
  Request** free = requests_.data();
  for (const Rank& rank : ranks_) {
    places_.push_back({.reader = {schedule, rank.number}, .requests = free});
    free += count(rank);
  }
}

void Replay::resume(Rank& rank) {
  ranks_.set_running(rank);
  ReplayedRank& place = places_[static_cast<std::size_t>(rank.number)];
  for (; !place.reader.at_end(); place.reader.next()) {
    const Step step = {place.reader.move(), *schedule_.row(place.reader.row())};
    if (!place.begun) {
      place.begun = true;
      if (!begin(rank, place, step)) return;
    }
    if (must_wait(rank, place, step)) return;
    leave(rank, place, step);
    place.begun = false;
  }
  rank.finished = true;
}

/// Whether the step is over, but for requests.
bool Replay::begin(Rank& rank, ReplayedRank& place, const Step& step) {
  switch (step.move.kind) {
    case Schedule::Kind::call:
      call(rank, place, step);
      break;
    case Schedule::Kind::send:
      send(rank, *(place.in_slot(step) = messages_.create()), step);
      break;
    case Schedule::Kind::recv:
      recv(rank, *(place.in_slot(step) = messages_.create()), step);
      break;
    case Schedule::Kind::wait:
      break;
    case Schedule::Kind::work: {
      MemoryWork& work = works_[static_cast<std::size_t>(rank.number)];
      work = {step.move.to, step.amounts.spent[0], step.amounts.spent[1]};
      return memories_.begin(rank, work);
    }
    case Schedule::Kind::raise:
      flags_.raise(rank, step.amounts.out);
      break;
    case Schedule::Kind::await:
      return flags_.await(rank, step.move.to, step.amounts.out);
  }
  return true;
}

/// Does what a fiber's calls do.
void Replay::call(Rank& rank, ReplayedRank& place, const Step& step) {
  const bool sends = step.move.to >= 0, receives = step.move.from >= 0;
  place.outlived = sends && messages_.outlives(step.amounts.out);
  Request *in = &rank.in, *out = &rank.out;
  if (place.outlived) {
    in = place.both()[0] = receives ? messages_.create() : nullptr;
    out = place.both()[1] = messages_.create();
  }
  if (receives) recv(rank, *in, step);
  if (sends) send(rank, *out, step);
}

void Replay::send(Rank& rank, Request& request, const Step& step) {
  request.kind = Request::Kind::send;
  request.nonblocking = step.move.kind == Schedule::Kind::send;
  request.peer = step.move.to;
  request.tag = step.move.out_tag;
  request.bytes = step.amounts.out;
  messages_.post(rank, request);
}

void Replay::recv(Rank& rank, Request& request, const Step& step) {
  request.kind = Request::Kind::recv;
  request.peer = step.move.from;
  request.tag = step.move.in_tag;
  request.bytes = step.amounts.in;
  messages_.post(rank, request);
}

/// Whether a request of the step is not done: the rank goes on when all are.
bool Replay::must_wait(Rank& rank, const ReplayedRank& place, const Step& step) {
  if (step.move.kind == Schedule::Kind::wait) {
    rank.wait_for(*place.in_slot(step));
    if (rank.pending > 0) rank.awaited = {&place.in_slot(step), 1};
  } else if (step.move.kind == Schedule::Kind::call && place.outlived) {
    for (Request* request : place.both())
      if (request) rank.wait_for(*request);
  } else if (step.move.kind == Schedule::Kind::call) {
    return rank.must_finish_call();
  }
  return rank.pending > 0;
}

void Replay::leave(Rank& rank, ReplayedRank& place, const Step& step) {
  if (step.move.kind == Schedule::Kind::work) return;
  if (step.move.kind == Schedule::Kind::wait) {
    rank.awaited = {};
    leave(rank, place.in_slot(step));
  } else if (step.move.kind == Schedule::Kind::call && place.outlived) {
    for (Request* request : place.both())
      if (request) leave(rank, request);
  } else if (step.move.kind == Schedule::Kind::call) {
    rank.leave_call();
  }
  for (const double seconds : step.amounts.spent) rank.now += seconds;
}

void Replay::leave(Rank& rank, Request* request) {
  rank.now = std::max(rank.now, request->over());
  messages_.release(request);
}

}  // namespace collsim::fast
