#include "backends/fast/engine/messages.hpp"

#include <algorithm>

#include "backends/trial/arena.hpp"

namespace collsim::fast {
namespace {

/// Nobody needs it any more once its owner has waited for it.
bool is_over(const Request& request) {
  return request.kind == Request::Kind::recv ? request.done : request.partner && request.arrived;
}

}  // namespace

Messages::Messages(Ranks& ranks, const Protocol& protocol, NetworkModel& model, Flows& flows,
                   EventLoop& events, ReadyQueue& ready, const Settings& settings)
    : ranks_(ranks),
      protocol_(protocol),
      model_(model),
      flows_(flows),
      events_(events),
      ready_(ready),
      eager_(model.traits.releases_senders ? protocol.tcp.eager.value_or(protocol.eager) : protocol.eager),
      carries_data_(settings.carries_data),
      carries_control_(settings.carries_control),
      inside_(settings.inside.get()),
      payload_(settings.payload),
      own_ports_(model.traits.contends_at_ports && protocol.eager == 0 &&
                 each_on_its_node(ranks.node_of_each())),
      many_at_a_time_(ranks.size() > settings.batches_above) {}

bool Messages::carries(const Request& send) const {
  return carries_data_ || (carries_control_ && !(payload_ && payload_->contains(send.data)));
}

void Messages::post(Rank& owner, Request& request) {
  request.owner = owner.number;
  request.arrived = request.done = request.awaited = request.truncated = false;
  request.partner = nullptr;
  if (request.kind == Request::Kind::send) {
    post_send(owner, request);
  } else {
    request.sequence = owner.asked++;
    ++owner.receiving;
    request.posted = owner.now;
    if (request.any() && !owner.wildcards) begin_wildcards(owner);
  }
  if (many_at_a_time_)
    undelivered_.push_back(&request);
  else
    deliver(request);
}

void Messages::post_send(Rank& owner, Request& send) {
  const double begin = owner.now;
  owner.now += model_.traits.send_overhead;
  if (protocol_.copy_in.per_byte > 0 && !is_within_node(send))
    owner.now += protocol_.copy_in.seconds(static_cast<double>(send.bytes));
  send.posted = owner.now;
  if (inside_ && is_within_node(send)) {
    const NodeMessage its = inside(send);
    send.posted += its.sets_out;
    owner.now += its.before;
  }
  if (inside_) model_.sends(owner.number, begin, owner.now);
  send.sequence = owner.sent++;
  ++owner.sending;
  send.eager = send.bytes < eager_;
  const bool to_model = model_.traits.releases_senders && !is_within_node(send);
  send.detached = send.bytes < protocol_.detached && !to_model;
  if ((send.eager || send.detached) && carries(send)) keep_payload(static_cast<Kept&>(send));
  if (send.eager) begin_transfer(send, send.posted);
  if (send.detached) release_sender(send, send.posted);
}

void Messages::keep_payload(Kept& send) {
  send.payload.resize(static_cast<std::size_t>(send.bytes));
  pack(send.data, send.count, *send.type, send.payload.data());
}

/// So that the records of the next receivers are fetched meanwhile.
void Messages::deliver_all() {
  constexpr std::size_t near = 8, far = 16;
  const std::size_t size = undelivered_.size();
  for (std::size_t i = 0; i < size + far; ++i) {
    if (i < size) prefetch_peer(*undelivered_[i]);
    if (i >= near && i - near < size) {
      const Mailbox& mailbox = receiver_of(*undelivered_[i - near]).mailbox;
      if (!mailbox.empty()) prefetch(mailbox.root());
    }
    if (i >= far) deliver(*undelivered_[i - far]);
  }
  undelivered_.clear();
}

/// What others need to meet what it posted.
void Messages::prefetch_peer(const Request& request) const {
  if (request.peer < 0) return;
  model_.prefetch(ranks_.node_of(request.owner), ranks_.node_of(request.peer));
  const Rank& peer = ranks_[request.peer];
  prefetch(&peer);
  prefetch_lines(request.kind == Request::Kind::send ? &peer.in : &peer.out, sizeof(Request));
}

void Messages::deliver(Request& request) {
  const Rank& receiver = receiver_of(request);
  if (receiver.wildcards)
    events_.schedule_delivery(receiver, request);
  else
    match(request);
}

void Messages::begin_wildcards(Rank& receiver) {
  receiver.wildcards = true;
  for (Request* send : receiver.mailbox.take_later(receiver.now)) events_.schedule_delivery(receiver, *send);
}

void Messages::match(Request& request) {
  const bool sends = request.kind == Request::Kind::send;
  Rank& receiver = receiver_of(request);
  if (Request* partner = receiver.mailbox.match(request, receiver.wildcards))
    sends ? join(request, *partner) : join(*partner, request);
}

void Messages::join(Request& send, Request& recv) {
  send.partner = &recv;
  recv.partner = &send;
  recv.got = {send.owner, send.bytes};
  recv.truncated = send.bytes > recv.bytes;
  if (!recv.truncated && send.bytes > 0 && carries(send)) hand_over(send, recv);
  if (!send.eager) return begin_transfer(send, std::max(send.posted, recv.posted));
  if (send.arrived) arrive(send, send.end);
}

void Messages::hand_over(const Request& send, const Request& recv) {
  if (send.kept && !static_cast<const Kept&>(send).payload.empty())
    unpack(static_cast<const Kept&>(send).payload, recv.data, *recv.type);
  else
    copy_elements(send.data, send.count, *send.type, recv.data, *recv.type);
}

void Messages::begin_transfer(Request& send, double time) {
  using enum NetworkModel::Progress::Kind;
  // Who has copied into a buffer goes on when its receiver begins to copy out of it.
  if (inside_ && !send.detached && is_within_node(send) &&
      inside(send).sender == NodeMessage::Sender::nothing)
    release_sender(send, time);
  const Message its = message(send);
  if (const auto end = model_.alone(its, time)) return arrive(send, *end);
  if (!own_ports_ || !has_ports_to_itself(send))
    return events_.schedule(
        {time, send.peer, send.owner, send.sequence, TimelineEvent::Kind::set_out, {&send}, send.bytes});
  auto next = model_.set_out(its, time, flows_);
  while (next.kind == later) next = model_.pass(its, next.time, flows_);
  arrive(send, next.time);
}

/// Whether no other message can come before it, or between, at either port: then it needs no event.
bool Messages::has_ports_to_itself(const Request& send) const {
  const Request* recv = send.partner;
  return recv && !send.kept && !recv->kept && ranks_[send.owner].sending == 1 &&
         ranks_[recv->owner].receiving == 1;
}

void Messages::move(const TimelineEvent& event) {
  using enum NetworkModel::Progress::Kind;
  const NetworkModel::Progress next = events_.progress(event);
  if (next.kind == later)
    events_.schedule(event.passing(next.time));
  else if (next.kind == arrives)
    arrive(*event.request, next.time);
  release_senders(event.time);
}

void Messages::flowed(Request& send, double time) {
  arrive(send, time);
  release_senders(time);
}

void Messages::release_senders(double time) {
  if (!model_.traits.releases_senders) return;
  for (Request* sent : model_.take_released())
    if (!sent->detached) release_sender(*sent, time);
}

void Messages::release_sender(Request& send, double time) {
  send.detached = true;
  static_cast<Kept&>(send).released = time;
  complete(send);
}

/// Called again for an eager message that its receiver asks for after its arrival.
void Messages::arrive(Request& send, double time) {
  const bool again = send.arrived;
  send.arrived = true;
  send.end = time;
  Request* recv = send.partner;
  if (!again) --ranks_[send.owner].sending;
  if (!again && !send.detached) complete(send);
  if (!recv) return;
  recv->end = std::max(time, recv->posted);
  --ranks_[recv->owner].receiving;
  complete(*recv);
  if (send.orphan) destroy(&send);
}

void Messages::complete(Request& request) {
  request.done = true;
  Rank& owner = ranks_[request.owner];
  if (request.awaited && --owner.pending == 0) ready_.push(owner);
}

Kept* Messages::create() {
  return new (requests_.malloc()) Kept(payloads_);
}

void Messages::destroy(Request* request) {
  auto* kept = static_cast<Kept*>(request);
  kept->~Kept();
  requests_.free(kept);
}

void Messages::release(Request* request) {
  if (is_over(*request))
    destroy(request);
  else
    request->orphan = true;
}

}  // namespace collsim::fast
