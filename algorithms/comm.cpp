#include "algorithms/comm.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "algorithms/facts/alone.hpp"

namespace collsim {
namespace {

/// How much room a vector takes. The extent may be negative: then its last element lies first.
Extent room_of(std::int64_t count, const TypeLayout& element) {
  if (count == 0) return {0, 0};
  const Aint to_last = (count - 1) * element.extent;
  return {static_cast<std::size_t>(std::abs(to_last) + element.true_extent),
          element.true_lower_bound + std::min<Aint>(to_last, 0)};
}

}  // namespace

Vectors::Vectors(std::int64_t number, std::int64_t length, const TypeLayout& element)
    : length_(length), extent_(element.extent), distance_(length * extent_), room_(room_of(length, element)) {
  constexpr std::size_t aligned = alignof(std::max_align_t);
  if (element.reaches()) distance_ = static_cast<Aint>((room_.bytes + aligned - 1) / aligned * aligned);
  room_.bytes =
      number == 0 || length == 0 ? 0 : static_cast<std::size_t>((number - 1) * distance_) + room_.bytes;
}

Comm::Comm(Transport& transport, Trace* trace)
    : transport_(&transport),
      own_{trace},
      rank_(transport.rank()),
      size_(transport.size()),
      carries_data_(transport.carries_data()) {}

Comm::Comm(Comm& whole, int rank, int size)
    : transport_(whole.transport_),
      own_{nullptr},
      ledger_(whole.ledger_),
      rank_(rank),
      size_(size),
      carries_data_(whole.carries_data_),
      nodes_(&whole.node().nodes()),
      node_(whole.node().number()) {}

Comm::Comm(Comm& whole, int place) : Comm(whole, whole.node().number(), whole.node().nodes().count()) {
  place_ = place;
  node_ = -1;
}

int Comm::tag_of(std::int64_t call) {
  constexpr int most = 32767;  // that every MPI allows
  return static_cast<int>(1 + call % most);
}

int Comm::among_nodes(int rank) const {
  return node_ >= 0 ? nodes_->rank(node_, rank) : nodes_->rank(rank, place_);
}

[[gnu::noinline]] void Comm::send_traced(const SendBuffer& out, int destination, int tag) {
  const double begin = mark();
  const int request = post(Event::Kind::post_send, destination, out.bytes, begin);
  transport_->send(out, destination, tag);
  record(Event::Kind::wait, destination, out.bytes, request, begin);
}

[[gnu::noinline]] void Comm::receive_traced(const ReceiveBuffer& in, int source) {
  const double begin = mark();
  const int request = post(Event::Kind::post_recv, source, in.bytes, begin);
  transport_->receive(in, source);
  record(Event::Kind::wait, source, in.bytes, request, begin);
}

int Comm::recv_any(void* data, std::int64_t count, Datatype type, int tag) {
  const double begin = mark();
  const auto [source, bytes] = transport_->receive_any({data, count, type, bytes_of(count, type)}, tag);
  const int request = post(Event::Kind::post_recv, source, bytes, begin);
  record(Event::Kind::wait, source, bytes, request, begin);
  return source;
}

[[gnu::noinline]] void Comm::exchange_traced(const SendBuffer& out, int destination, const ReceiveBuffer& in,
                                             int source) {
  const double begin = mark();
  const int receive = post(Event::Kind::post_recv, source, in.bytes, begin);
  const int sending = post(Event::Kind::post_send, destination, out.bytes, begin);
  transport_->exchange(out, destination, in, source);
  record(Event::Kind::wait, source, in.bytes, receive, begin);
  record(Event::Kind::wait, destination, out.bytes, sending, begin);
}

Comm::Request Comm::isend(const void* data, std::int64_t count, Datatype type, int destination) {
  const SendBuffer out{data, count, type, bytes_of(count, type)};
  destination = among_all(destination);
  Request request;
  request.number_ = post(Event::Kind::post_send, destination, out.bytes, mark());
  request.message_ = transport_->post_send(out, destination);
  return request;
}

Comm::Request Comm::irecv(void* data, std::int64_t count, Datatype type, int source) {
  const ReceiveBuffer in{data, count, type, bytes_of(count, type)};
  source = among_all(source);
  Request request;
  request.number_ = post(Event::Kind::post_recv, source, in.bytes, mark());
  request.message_ = transport_->post_receive(in, source);
  return request;
}

void Comm::wait(Request& request) {
  const double begin = mark();
  transport_->wait(request.message_);
  record(Event::Kind::wait, request.message_.peer, request.message_.bytes, request.number_, begin);
}

/// Copies `count` elements without a message, which would cost simulated time. Holes keep what they held.
void Comm::move_elements(const void* from, void* to, std::int64_t count, Datatype type) {
  const TypeLayout element = layout(type);
  if (element.dense())
    std::memmove(to, from, static_cast<std::size_t>(count) * static_cast<std::size_t>(element.size));
  else
    transport_->copy(from, type, to, type, count);
}

Node* Comm::known_node() const {
  Node* const shared = nodes_ ? nullptr : transport_->node();
  return shared ? shared : alone_.get();
}

Node& Comm::node() {
  if (Node* const known = known_node()) return *known;
  alone_ = std::make_unique<Alone>(size_, rank_);
  return *alone_;
}

const Result* Comm::result() const {
  const Node* const known = known_node();
  return known && known->result ? &*known->result : nullptr;
}

void Comm::raise(std::int64_t steps) {
  const double begin = mark();
  node().raise(steps);
  record(Event::Kind::raise, -1, steps, -1, begin);
}

void Comm::await(int rank, std::int64_t steps) {
  if (rank == rank_) return;
  const double begin = mark();
  transport_->pending = {"a wait for the flag", -1, rank};
  node().await(rank, steps);
  transport_->pending = {};
  record(Event::Kind::await, rank, steps, -1, begin);
}

void Comm::traverse(const void* given, void* result, std::int64_t count, Datatype type, Op op) {
  traverse({given, result}, bytes_of(count, type),
           [&](std::span<const Contribution> all) { put_together(all, count, type, op); });
}

void Comm::traverse(const Contribution& own, std::int64_t bytes, const Together& together) {
  if (nodes_) throw Error("the collective network joins all ranks, not a part of them");
  if (bytes == 0) return;
  const double begin = mark();
  transport_->pending = {"the collective network", -1, -1};
  transport_->traverse(bytes, own, together);
  transport_->pending = {};
  record(Event::Kind::traverse, -1, bytes, -1, begin);
}

void Comm::put_together(std::span<const Contribution> all, std::int64_t count, Datatype type, Op op) {
  const Extent room = this->room(count, type);
  std::vector<std::byte> memory(room.bytes);
  void* const sum = room.first_element(memory.data());
  bool begun = false;
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    if (!each->given) continue;
    if (begun)
      transport_->combine(each->given, sum, count, type, op);
    else
      move_elements(each->given, sum, count, type);
    begun = true;
  }
  for (const Contribution& each : all)
    if (each.result) move_elements(sum, each.result, count, type);
}

void Comm::charge_pages(const PageWork& work) {
  const double begin = mark();
  transport_->charge_pages(work);
  record(Event::Kind::copy, -1, 0, -1, begin);
}

void Comm::leave_result(void* vector, std::int64_t count, Datatype type, bool copied_on_write,
                        std::int64_t steps) {
  const Extent room = this->room(count, type);
  std::byte* memory = static_cast<std::byte*>(vector) + room.lower_bound;
  if (copied_on_write && room.bytes > 0) {
    memory = node().map_private(memory, room.bytes);
    charge_pages({.mapped = 1});
  }
  node().result = {room.first_element(memory), memory, room.bytes, copied_on_write, steps};
}

void Comm::use_result(int percent_written) {
  constexpr std::size_t page = 4096;  // no machine has smaller ones
  const Result& used = *result();
  if (!used.copied_on_write || used.bytes == 0) return;
  const auto pages = (used.bytes + page - 1) / page;
  const auto written = [&](std::size_t pages_up_to) {
    return pages_up_to * static_cast<std::size_t>(percent_written) / 100;
  };
  for (std::size_t i = 0; i < pages && carries_data_; ++i) {
    volatile std::byte& first = used.memory[i * page];
    const std::byte value = first;
    if (written(i + 1) > written(i)) first = value;
  }
  const auto bytes = static_cast<std::int64_t>(written(pages) * page);
  charge_pages({.read = static_cast<std::int64_t>(pages * page) - bytes, .written = bytes});
}

void Comm::release_result() {
  const Result held = *std::exchange(node().result, std::nullopt);
  if (held.copied_on_write && held.bytes > 0) {
    node().unmap_private(held.memory, held.bytes);
    charge_pages({.unmapped = static_cast<std::int64_t>(held.bytes)});
  }
  raise(held.steps);
}

Scratch Comm::scratch(std::int64_t count, Datatype type) {
  return Scratch(*transport_, room(count, type));
}

Extent Comm::room(std::int64_t count, Datatype type) {
  return count == 0 ? Extent{0, 0} : room_of(count, layout(type));
}

TypeLayout Comm::look_up(Datatype type) {
  return remembers(type) ? known_ : transport_->layout(type);
}

std::int64_t Comm::look_up_size(Datatype type) {
  return remembers(type) ? known_.size : transport_->size_of(type);
}

bool Comm::remembers(Datatype type) {
  const TypeLayout* const lasting = transport_->lasting_layout(type);
  if (!lasting) return false;
  known_type_ = type;
  known_ = *lasting;
  return true;
}

[[gnu::noinline]] void Comm::write(Event::Kind kind, int peer, std::int64_t bytes, int request, double begin,
                                   double end) {
  ledger_->trace->push_back({kind, peer, bytes, request, begin, end});
}

}  // namespace collsim
