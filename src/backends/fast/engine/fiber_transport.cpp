#include "backends/fast/engine/fiber_transport.hpp"

#include <bit>

namespace collsim::fast {
namespace {

/// Enough where the sender is known: messages between a pair of ranks never overtake one another.
constexpr int any_tag = 0;

void set_up(Request& request, const SendBuffer& out, int destination, int tag, Sending sending) {
  request.kind = Request::Kind::send;
  request.nonblocking = sending == Sending::nonblocking;
  request.peer = destination;
  request.tag = tag;
  request.data = const_cast<void*>(out.data);
  request.count = out.count;
  request.type = &TypeMap::of_type(out.type);
  request.bytes = out.bytes;
}

void set_up(Request& request, const ReceiveBuffer& in, int source, int tag) {
  request.kind = Request::Kind::recv;
  request.peer = source;
  request.tag = tag;
  request.data = in.data;
  request.count = in.count;
  request.type = &TypeMap::of_type(in.type);
  request.bytes = in.bytes;
}

}  // namespace

void FiberTransport::send(const SendBuffer& out, int destination, int tag) {
  check_count(out.count);
  check_peer(destination);
  check_tag(tag);
  if (engine_->messages().outlives(out.bytes))
    return finish(keep_send(out, destination, tag, Sending::blocking));
  Request& request = engine_->rank().out;
  set_up(request, out, destination, tag, Sending::blocking);
  engine_->post(request);
  engine_->finish_call();
}

void FiberTransport::receive(const ReceiveBuffer& in, int source) {
  check_count(in.count);
  check_peer(source);
  Request& request = engine_->rank().in;
  set_up(request, in, source, any_tag);
  engine_->post(request);
  engine_->finish_call();
  if (request.truncated) refuse_length();
  charge_arrival(source, in.bytes);
}

Transport::Arrived FiberTransport::receive_any(const ReceiveBuffer& in, int tag) {
  check_count(in.count);
  check_tag(tag);
  Request& request = engine_->rank().in;
  set_up(request, in, any_source, tag);
  engine_->post(request);
  engine_->finish_call();
  if (request.truncated) refuse_length();
  charge_arrival(request.got.source, request.got.bytes);
  return {request.got.source, request.got.bytes};
}

void FiberTransport::exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) {
  check_count(out.count);
  check_count(in.count);
  check_peer(destination);
  check_peer(source);
  if (out.data && out.data == in.data && out.count > 0 && in.count > 0 && carries_data())
    refuse("what is received must lie elsewhere than what is sent");
  if (engine_->messages().outlives(out.bytes)) {
    exchange_kept(out, destination, in, source);
  } else {
    Rank& rank = engine_->rank();
    set_up(rank.in, in, source, any_tag);
    set_up(rank.out, out, destination, any_tag, Sending::blocking);
    engine_->post(rank.in);
    engine_->post(rank.out);
    engine_->finish_call();
    if (rank.in.truncated) refuse_length();
  }
  charge_arrival(source, in.bytes);
}

/// Where the message may still be under way afterwards. Out of line, for the sake of the other case's frame.
[[gnu::noinline]] void FiberTransport::exchange_kept(const SendBuffer& out, int destination,
                                                     const ReceiveBuffer& in, int source) {
  Kept& receiving = keep_receive(in, source);
  Kept& sending = keep_send(out, destination, any_tag, Sending::blocking);
  Request* const both[] = {&receiving, &sending};
  engine_->wait(both);
  const bool truncated = receiving.truncated;
  for (Request* request : both) engine_->messages().release(request);
  if (truncated) refuse_length();
}

Posted FiberTransport::post_send(const SendBuffer& out, int destination) {
  check_count(out.count);
  check_peer(destination);
  Kept& request = keep_send(out, destination, any_tag, Sending::nonblocking);
  return {std::bit_cast<std::intptr_t>(&request), destination, out.bytes, false};
}

Posted FiberTransport::post_receive(const ReceiveBuffer& in, int source) {
  check_count(in.count);
  check_peer(source);
  return {std::bit_cast<std::intptr_t>(&keep_receive(in, source)), source, in.bytes, true};
}

void FiberTransport::wait(Posted& message) {
  finish(*std::bit_cast<Kept*>(message.handle));
  if (message.receives) charge_arrival(message.peer, message.bytes);
}

Kept& FiberTransport::keep_send(const SendBuffer& out, int destination, int tag, Sending sending) {
  Kept& request = *engine_->messages().create();
  set_up(request, out, destination, tag, sending);
  engine_->post(request);
  return request;
}

Kept& FiberTransport::keep_receive(const ReceiveBuffer& in, int source) {
  Kept& request = *engine_->messages().create();
  set_up(request, in, source, any_tag);
  engine_->post(request);
  return request;
}

void FiberTransport::finish(Kept& request) {
  Request* const one[] = {&request};
  engine_->wait(one);
  const bool truncated = request.truncated;
  engine_->messages().release(&request);
  if (truncated) refuse_length();
}

}  // namespace collsim::fast
