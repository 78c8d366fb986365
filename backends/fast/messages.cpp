// Engine: from the post of a message to its end.
#include <algorithm>
#include <tuple>

#include "backends/fast/engine.hpp"
#include "backends/fast/pack.hpp"

namespace collsim::fast {
namespace {

/// Data up to this size is carried even where messages carry none: algorithms send sizes to one another.
constexpr std::int64_t control = 8;

/// The order of sends that a receive could take.
bool before(const Request& a, const Request& b) {
  return std::tie(a.posted, a.owner, a.sequence) < std::tie(b.posted, b.owner, b.sequence);
}

/// Nobody needs it any more once its owner has waited for it.
bool is_over(const Request& request) {
  return request.kind == Request::Kind::recv ? request.done : request.partner && request.arrived;
}

}  // namespace

void Engine::post(Request& request) {
  Rank& owner = rank();
  request.owner = owner.number;
  request.active = true;
  request.arrived = request.done = request.awaited = request.noticed = false;
  request.missed = -1;
  request.partner = nullptr;
  request.error = MPI_SUCCESS;
  if (request.kind == Request::Kind::send) return post_send(owner, request);
  request.sequence = owner.asked++;
  request.posted = owner.now;
  if (request.any() && !owner.ordered) become_ordered(owner);
  if (owner.ordered)
    plan(Event::Kind::accept, owner.now, owner, &request);
  else
    accept(request);
}

void Engine::post_send(Rank& owner, Request& send) {
  owner.now += protocol_.send_overhead;
  send.posted = owner.now;
  send.sequence = owner.sent++;
  send.eager = send.bytes < protocol_.eager && !send.synchronous;
  send.detached = send.bytes < protocol_.detached && !send.synchronous;
  if ((send.eager || send.detached) && (settings_.carries_data || send.bytes <= control))
    send.payload = pack(send.data, send.count, *send.type);
  if (send.eager) set_out(send, send.posted);
  if (send.detached) complete(send, send.posted);
  Rank& receiver = rank(send.peer);
  if (receiver.ordered)
    plan(Event::Kind::deliver, send.posted, receiver, &send);
  else
    deliver(send);
}

void Engine::deliver(Request& send) {
  Rank& receiver = rank(send.peer);
  const auto place = std::find_if(receiver.posted.begin(), receiver.posted.end(),
                                  [&](const Request& recv) { return recv.takes(send); });
  if (place == receiver.posted.end()) {
    receiver.unexpected.push_back(send);
    if (receiver.observant) notice(receiver, send.posted);
    return;
  }
  Request& recv = *place;
  receiver.posted.erase(place);
  match(send, recv);
}

void Engine::accept(Request& recv) {
  Rank& receiver = rank(recv.owner);
  Request* send = first_unexpected(receiver, recv);
  if (!send) return receiver.posted.push_back(recv);
  receiver.unexpected.erase(receiver.unexpected.iterator_to(*send));
  match(*send, recv);
}

/// Of one source they lie in the order in which they were sent; of several, the mailbox holds them as they
/// became known.
Request* Engine::first_unexpected(Rank& receiver, const Request& recv) const {
  Request* first = nullptr;
  for (Request& send : receiver.unexpected) {
    if (!recv.takes(send)) continue;
    if (!recv.any()) return &send;
    if (!first || before(send, *first)) first = &send;
  }
  return first;
}

void Engine::match(Request& send, Request& recv) {
  send.partner = &recv;
  recv.partner = &send;
  recv.status = {send.source, send.tag, MPI_SUCCESS, send.bytes};
  if (send.bytes > recv.bytes) recv.error = MPI_ERR_TRUNCATE;
  if (recv.error == MPI_SUCCESS && (settings_.carries_data || send.bytes <= control)) {
    if (!send.payload.empty())
      unpack(send.payload, recv.data, *recv.type);
    else
      copy_elements(send.data, send.count, *send.type, recv.data, *recv.type);
  }
  if (!send.eager) return set_out(send, std::max(send.posted, recv.posted));
  if (send.arrived) arrive(send, send.arrival);
}

void Engine::set_out(Request& send, double time) {
  const auto end = wires_.alone(node_of(send.owner), node_of(send.peer), time, send.bytes);
  if (end) return arrive(send, *end);
  schedule({time, send.peer, send.owner, send.sequence, Event::Kind::set_out, {&send}});
}

/// Called again for an eager message that its receiver asks for after its arrival.
void Engine::arrive(Request& send, double time) {
  const bool again = send.arrived;
  send.arrived = true;
  send.arrival = time;
  Request* recv = send.partner;
  if (!again && !send.detached) complete(send, time);
  if (!recv) return;
  complete(*recv, std::max(time, recv->posted));
  if (send.orphan) destroy(&send);
}

void Engine::complete(Request& request, double time) {
  request.done = true;
  request.end = time;
  Rank& owner = rank(request.owner);
  if (request.awaited) {
    if (--owner.pending == 0) wake(owner);
  } else if (owner.observant) {
    request.noticed = true;
    notice(owner, time);
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
    again = new (requests_.malloc()) Request(*request);
    again->payload.clear();
    request->orphan = true;
  }
  again->active = false;
  return again;
}

void Engine::await(std::span<Request* const> requests) {
  Rank& waiting = rank();
  for (Request* request : requests) {
    if (request->done) continue;
    request->awaited = true;
    ++waiting.pending;
  }
  if (waiting.pending > 0) {
    waiting.awaited = requests;
    block();
    waiting.awaited = {};
  }
  for (const Request* request : requests) waiting.now = std::max(waiting.now, request->end);
}

void Engine::become_ordered(Rank& receiver) {
  receiver.ordered = true;
  // What was sent after now has not come yet.
  receiver.unexpected.remove_and_dispose_if(
      [&](const Request& send) { return send.posted > receiver.now; },
      [&](Request* send) { plan(Event::Kind::deliver, send->posted, receiver, send); });
}

/// Until all that any rank does before now has happened.
void Engine::settle() {
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
    notice(rank(), request->end);
  }
}

bool Engine::look(std::span<Request* const> requests, bool any) {
  const Rank& looker = rank();
  const auto by_now = [&](const Request* request) { return done_by_now(*request); };
  const auto missed = [&](const Request* request) {
    return by_now(request) || request->missed == looker.now;
  };
  const auto enough = [&] {
    return any ? std::ranges::any_of(requests, by_now) : std::ranges::all_of(requests, by_now);
  };
  settle();
  if (!enough() && std::ranges::all_of(requests, missed)) pause();
  if (enough()) return true;
  hear_of(requests);
  for (Request* request : requests) request->missed = looker.now;
  return false;
}

std::size_t Engine::await_any(std::span<Request* const> requests) {
  Rank& waiting = rank();
  waiting.awaited = requests;
  for (settle();; pause()) {
    std::size_t first = requests.size();
    for (std::size_t i = 0; i < requests.size(); ++i)
      if (requests[i]->done && (first == requests.size() || requests[i]->end < requests[first]->end))
        first = i;
    if (first < requests.size() && requests[first]->end <= waiting.now) {
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
