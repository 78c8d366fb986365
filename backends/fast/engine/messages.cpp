// Engine: from the post of a message to its end.
#include <algorithm>
#include <tuple>

#include "backends/fast/engine/engine.hpp"
#include "backends/fast/mpi/pack.hpp"

namespace collsim::fast {
namespace {

/// The order of sends that a receive could take.
bool before(const Request& a, const Request& b) {
  return std::tie(a.posted, a.owner, a.sequence) < std::tie(b.posted, b.owner, b.sequence);
}

/// Nobody needs it any more once its owner has waited for it.
bool is_over(const Request& request) {
  return request.kind == Request::Kind::recv ? request.done : request.partner && request.arrived;
}

}  // namespace

/// Algorithms tell one another sizes even where messages carry nothing else.
bool Engine::carries(const Request& send) const {
  constexpr std::int64_t control = 8;
  return settings_.carries_data || (settings_.carries_control && send.bytes <= control && !schedule_);
}

void Engine::post(Request& request) {
  if (recording_) return write(request);
  Rank& owner = rank();
  request.owner = owner.number;
  request.active = true;
  request.arrived = request.done = request.awaited = request.noticed = request.truncated = false;
  request.partner = nullptr;
  if (request.kept) static_cast<Kept&>(request).missed = -1;
  if (request.kind == Request::Kind::send) return post_send(owner, request);
  request.sequence = owner.asked++;
  ++owner.receiving;
  request.posted = owner.now;
  if (request.any() && !owner.ordered) become_ordered(owner);
  hand_in(request);
}

void Engine::post_send(Rank& owner, Request& send) {
  owner.now += model_->traits.send_overhead;
  send.posted = owner.now;
  send.sequence = owner.sent++;
  ++owner.sending;
  send.eager = send.bytes < protocol_.eager && !send.synchronous;
  send.detached = send.bytes < protocol_.detached && !send.synchronous;
  if ((send.eager || send.detached) && carries(send))
    static_cast<Kept&>(send).payload = pack(send.data, send.count, *send.type);
  if (send.eager) set_out(send, send.posted);
  if (send.detached) complete(send);
  hand_in(send);
}

/// To its receiver's mailbox, in its turn if that minds the order.
void Engine::bring(Request& request) {
  const Rank& receiver = receiver_of(request);
  if (!receiver.ordered) return enter(request);
  const bool sends = request.kind == Request::Kind::send;
  plan(sends ? Event::Kind::deliver : Event::Kind::accept, request.posted, receiver, &request);
}

/// Meets its partner in the mailbox or waits for it there.
void Engine::enter(Request& request) {
  const bool sends = request.kind == Request::Kind::send;
  Rank& receiver = receiver_of(request);
  Request* partner = sends ? first_posted(receiver, request) : first_unexpected(receiver, request);
  if (partner) {
    receiver.mailbox.erase(receiver.mailbox.iterator_to(*partner));
    return sends ? match(request, *partner) : match(*partner, request);
  }
  receiver.mailbox.insert(request);
  if (sends && receiver.observant) notice(receiver, request.posted);
}

Request* Engine::first_posted(Rank& receiver, const Request& send) const {
  const auto first_of = [&](int source, int tag) -> Request* {
    const auto found = receiver.mailbox.find({send.context, source, tag});
    return found == receiver.mailbox.end() || found->kind == Request::Kind::send ? nullptr : &*found;
  };
  Request* first = first_of(send.source, send.tag);
  if (!receiver.ordered) return first;
  for (Request* wild : {first_of(MPI_ANY_SOURCE, send.tag), first_of(send.source, MPI_ANY_TAG),
                        first_of(MPI_ANY_SOURCE, MPI_ANY_TAG)})
    if (wild && (!first || wild->sequence < first->sequence)) first = wild;
  return first;
}

/// Of one source they lie in the order in which they were sent; of several, the mailbox holds them as they
/// became known.
Request* Engine::first_unexpected(Rank& receiver, const Request& recv) const {
  if (!recv.any()) {
    const auto found = receiver.mailbox.find(Envelope()(recv));
    return found == receiver.mailbox.end() || found->kind == Request::Kind::recv ? nullptr : &*found;
  }
  Request* first = nullptr;
  for (Request& send : receiver.mailbox)
    if (send.kind == Request::Kind::send && recv.takes(send) && (!first || before(send, *first)))
      first = &send;
  return first;
}

void Engine::match(Request& send, Request& recv) {
  send.partner = &recv;
  recv.partner = &send;
  recv.got = {send.source, send.tag, send.bytes};
  recv.truncated = send.bytes > recv.bytes;
  if (!recv.truncated && send.bytes > 0 && carries(send)) hand_over(send, recv);
  if (!send.eager) return set_out(send, std::max(send.posted, recv.posted));
  if (send.arrived) arrive(send, send.end);
}

void Engine::hand_over(const Request& send, const Request& recv) {
  if (send.kept && !static_cast<const Kept&>(send).payload.empty())
    unpack(static_cast<const Kept&>(send).payload, recv.data, *recv.type);
  else
    copy_elements(send.data, send.count, *send.type, recv.data, *recv.type);
}

void Engine::set_out(Request& send, double time) {
  const Message its = message(send);
  if (const auto end = model_->alone(its, time)) return arrive(send, *end);
  if (own_ports_ && unrivaled(send)) {
    auto next = model_->set_out(its, time, flows_);
    while (next.kind == NetworkModel::Progress::Kind::later) next = model_->pass(its, next.time, flows_);
    return arrive(send, next.time);
  }
  schedule({time, send.owner, send.owner, send.sequence, Event::Kind::set_out, {&send}});
}

/// Whether no other message can come before it, or between, at either port: then it needs no event.
bool Engine::unrivaled(const Request& send) const {
  const Request* recv = send.partner;
  const auto& all = ranks_;
  return recv && !send.kept && !recv->kept && all[static_cast<std::size_t>(send.owner)].sending == 1 &&
         all[static_cast<std::size_t>(recv->owner)].receiving == 1;
}

/// Called again for an eager message that its receiver asks for after its arrival.
void Engine::arrive(Request& send, double time) {
  const bool again = send.arrived;
  send.arrived = true;
  send.end = time;
  Request* recv = send.partner;
  if (!again) --rank(send.owner).sending;
  if (!again && !send.detached) complete(send);
  if (!recv) return;
  recv->end = std::max(time, recv->posted);
  --rank(recv->owner).receiving;
  complete(*recv);
  if (send.orphan) destroy(&send);
}

void Engine::complete(Request& request) {
  request.done = true;
  Rank& owner = rank(request.owner);
  if (request.awaited) {
    if (--owner.pending == 0) wake(owner);
  } else if (owner.observant) {
    request.noticed = true;
    notice(owner, request.over());
  }
  if (request.orphan && request.kind == Request::Kind::recv) destroy(&request);
}

void Engine::release(Request* request) {
  if (is_over(*request) || !request->active)
    destroy(request);
  else
    request->orphan = true;
}

Request* Engine::renew(Request* request) {
  Request* again = request;
  if (!is_over(*request)) {
    auto* const kept = new (requests_.malloc()) Kept(*static_cast<Kept*>(request));
    kept->payload.clear();
    again = kept;
    request->orphan = true;
  }
  again->active = false;
  return again;
}

/// The rank goes on when this and whatever else it awaits is done.
void Engine::await(Rank& rank, Request& request) {
  if (request.done) return;
  request.awaited = true;
  ++rank.pending;
}

void Engine::await(std::span<Request* const> requests) {
  if (recording_) return write_wait(requests);
  Rank& waiting = rank();
  for (Request* request : requests) await(waiting, *request);
  if (waiting.pending > 0) {
    waiting.awaited = requests;
    block();
    waiting.awaited = {};
  }
  for (const Request* request : requests) waiting.now = std::max(waiting.now, request->over());
}

/// Whether its blocking call is not over. What earlier ones posted is done, so that both requests may be asked.
bool Engine::must_finish(Rank& rank) {
  await(rank, rank.in);
  await(rank, rank.out);
  return rank.pending > 0;
}

void Engine::finish_call() {
  if (recording_) return write_finish();
  Rank& waiting = rank();
  if (must_finish(waiting)) block();
  waiting.leave_call();
}

void Engine::become_ordered(Rank& receiver) {
  receiver.ordered = true;
  // What was sent after now has not come yet.
  for (auto next = receiver.mailbox.begin(); next != receiver.mailbox.end();) {
    Request& send = *next++;
    if (send.posted <= receiver.now) continue;  // as all receives, which are its own
    receiver.mailbox.erase(receiver.mailbox.iterator_to(send));
    plan(Event::Kind::deliver, send.posted, receiver, &send);
  }
}

/// Until all that any rank does before now has happened.
void Engine::settle() {
  refuse_recording("a test or a probe");
  Rank& looker = rank();
  looker.observant = true;
  plan(Event::Kind::look, looker.now, looker);
  ++looker.asked;
  looker.looking = true;
  block();
}

/// Until something changes for this rank.
void Engine::pause() {
  rank().looking = true;
  block();
}

void Engine::notice(Rank& looker, double time) {
  plan(Event::Kind::look, std::max(time, looker.now), looker);
  ++looker.asked;
}

/// Sees to it that the rank looks at the ends that are known already.
void Engine::hear_of(std::span<Request* const> requests) {
  for (Request* request : requests) {
    if (!request->done || request->noticed || done_by_now(*request)) continue;
    request->noticed = true;
    notice(rank(), request->over());
  }
}

bool Engine::look(std::span<Request* const> requests, bool any) {
  const Rank& looker = rank();
  const auto by_now = [&](const Request* request) { return done_by_now(*request); };
  const auto missed = [&](const Request* request) {
    return by_now(request) || static_cast<const Kept*>(request)->missed == looker.now;
  };
  const auto enough = [&] {
    return any ? std::ranges::any_of(requests, by_now) : std::ranges::all_of(requests, by_now);
  };
  settle();
  if (!enough() && std::ranges::all_of(requests, missed)) pause();
  if (enough()) return true;
  hear_of(requests);
  for (Request* request : requests) static_cast<Kept*>(request)->missed = looker.now;
  return false;
}

std::size_t Engine::await_any(std::span<Request* const> requests) {
  Rank& waiting = rank();
  waiting.awaited = requests;
  for (settle();; pause()) {
    std::size_t first = requests.size();
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (requests[i]->done && (first == requests.size() || requests[i]->over() < requests[first]->over()))
        first = i;
    if (first < requests.size() && requests[first]->over() <= waiting.now) {
      waiting.awaited = {};
      return first;
    }
    hear_of(requests);
  }
}

const Request* Engine::probe(const Request& pattern, bool wait) {
  Rank& looker = rank();
  if (!looker.ordered) become_ordered(looker);
  settle();
  const Request* found = first_unexpected(looker, pattern);
  while (!found && (wait || looker.missed == looker.now)) {
    pause();
    found = first_unexpected(looker, pattern);
    if (!wait) break;
  }
  if (!found) looker.missed = looker.now;
  return found;
}

}  // namespace collsim::fast
