#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/facts/trace.hpp"
#include "algorithms/transport.hpp"

namespace collsim {

/// What a rank has sent so far.
struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

/// Address of element `index` of a vector of `type`; null stays null (empty vectors).
inline void* element(void* vector, std::int64_t index, Aint extent) {
  return vector ? static_cast<std::byte*>(vector) + index * extent : nullptr;
}
inline const void* element(const void* vector, std::int64_t index, Aint extent) {
  return vector ? static_cast<const std::byte*>(vector) + index * extent : nullptr;
}

/// The memory that a vector takes.
struct Extent {
  std::size_t bytes;
  Aint lower_bound;

  /// Where element 0 starts in that memory, as MPI wants it: its data may begin at a non-zero lower bound. By number:
  /// the lower bound of a type for MPI_BOTTOM is an address.
  void* first_element(std::byte* memory) const {
    return reinterpret_cast<void*>(reinterpret_cast<Aint>(memory) - lower_bound);
  }
};

/// Vectors of a type and a length side by side in one piece of memory. Elements may reach beyond their extent, as a column of
/// a matrix does whose type is resized to one number: then a vector begins behind all that the one before reaches, else one
/// extent behind its last element.
class Vectors {
 public:
  Vectors(std::int64_t number, std::int64_t length, const TypeLayout& element);

  /// The memory that all of them take; element 0 of the first starts there as that of a single one.
  const Extent& room() const { return room_; }
  std::int64_t length() const { return length_; }
  /// Element `index` of one of them. `first`: where element 0 of the first starts.
  void* element_at(void* first, std::int64_t number, std::int64_t index = 0) const {
    return element(first, number * distance_ + index * extent_, 1);
  }

 private:
  std::int64_t length_;
  Aint extent_, distance_;  ///< bytes from one element to the next, from one vector to the next
  Extent room_;
};

/// Temporary memory for a vector, given back at the end of its scope.
class Scratch {
 public:
  Scratch(Transport& transport, const Extent& room)
      : transport_(&transport), memory_(transport.acquire(room.bytes)), lower_bound_(room.lower_bound) {}
  ~Scratch() { transport_->release(memory_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Where element 0 of the vector starts.
  void* data() const { return Extent{0, lower_bound_}.first_element(memory_); }

 private:
  Transport* transport_;
  std::byte* memory_;
  Aint lower_bound_;
};

/// An algorithm's only door to other ranks and to temporary memory: one rank's view of a communicator. Counts what it sends, and
/// records a trace if asked to. Every member throws what Transport's do.
class Comm {
 public:
  /// `transport` and `trace` must outlive the Comm.
  explicit Comm(Transport& transport, Trace* trace = nullptr);
  /// Joins those ranks of `whole`, which must outlive it, that are in that place of their nodes, which every node must have:
  /// rank i is node i's. Messages are those of `whole`, so that nothing has to be set up and a recorded schedule can tell them;
  /// between two ranks only one of the communicators may be in use at a time.
  Comm(Comm& whole, int place);
  /// Joins those ranks of `whole` that are of this rank's node: rank i is in place i.
  static Comm of_node(Comm& whole) { return {whole, whole.node().place(), whole.node().size()}; }
  Comm(const Comm&) = delete;
  Comm& operator=(const Comm&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  Transport& transport() const { return *transport_; }
  const Traffic& traffic() const { return ledger_->traffic; }

  void send(const void* data, std::int64_t count, Datatype type, int destination, int tag = default_tag) {
    const SendBuffer out{data, count, type, bytes_of(count, type)};
    if (ledger_->trace) return send_traced(out, among_all(destination), tag);
    transport_->send(out, among_all(destination), tag);
    count_message(out.bytes);
  }
  void recv(void* data, std::int64_t count, Datatype type, int source) {
    const ReceiveBuffer in{data, count, type, bytes_of(count, type)};
    if (ledger_->trace) return receive_traced(in, among_all(source));
    transport_->receive(in, among_all(source));
  }
  /// Receives from whichever rank of all sends with that tag first, and returns its number.
  int recv_any(void* data, std::int64_t count, Datatype type, int tag);
  /// The tag of messages that are taken from any rank: those of other calls, as Node::begin_call() numbers them, have another
  /// one.
  static int tag_of(std::int64_t call);
  /// Sends and receives at once; the two vectors must not overlap.
  void sendrecv(const void* out, std::int64_t out_count, int destination, void* in, std::int64_t in_count,
                int source, Datatype type) {
    const std::int64_t size = size_of(type);
    const SendBuffer sent{out, out_count, type, out_count * size};
    const ReceiveBuffer received{in, in_count, type, in_count * size};
    if (ledger_->trace) return exchange_traced(sent, among_all(destination), received, among_all(source));
    transport_->exchange(sent, among_all(destination), received, among_all(source));
    count_message(sent.bytes);
  }

  class Request;
  Request isend(const void* data, std::int64_t count, Datatype type, int destination);
  Request irecv(void* data, std::int64_t count, Datatype type, int source);
  void wait(Request& request);

  /// inout[i] = in[i] op inout[i], as MPI_Reduce_local: `in` is the left operand. `holder`: the rank in whose memory
  /// domain shared operands lie; -1: this one.
  void reduce_local(const void* in, void* inout, std::int64_t count, Datatype type, Op op, int holder = -1) {
    reduce_pieces(count, type, op, holder, [&](const auto& combine) { combine(in, inout, count); });
  }
  /// Combines of `count` elements together, charged as one: move(combine) makes them by combine(in, inout, count), each as
  /// reduce_local(), where data is carried.
  template <class Move>
  void reduce_pieces(std::int64_t count, Datatype type, Op op, int holder, const Move& move) {
    if (count == 0) return;
    const double begin = mark();
    if (carries_data_)
      move([this, type, op](const void* in, void* inout, std::int64_t piece) {
        transport_->combine(in, inout, piece, type, op);
      });
    charge_combine(count, type, holder, begin);
  }
  /// Costs time even if both addresses are equal: in *time* mode all are.
  void copy(const void* from, void* to, std::int64_t count, Datatype type, int holder = -1) {
    copy_pieces(count, type, holder, [&](const auto& move) { move(from, to, count); });
  }
  /// Copies between elements of two types that hold the same data.
  void copy(const void* from, Datatype from_type, void* to, Datatype to_type, std::int64_t count) {
    copy_pieces(count, from_type, -1,
                [&](const auto&) { transport_->copy(from, from_type, to, to_type, count); });
  }
  /// Copies of `count` elements together, charged as one: move(copy) makes them by copy(from, to, count), where data is
  /// carried.
  template <class Move>
  void copy_pieces(std::int64_t count, Datatype type, int holder, const Move& move) {
    if (count == 0) return;
    const double begin = mark();
    if (carries_data_)
      move([this, type](const void* from, void* to, std::int64_t piece) {
        move_elements(from, to, piece, type);
      });
    charge_copy(count, type, holder, begin);
  }
  /// What `work` copies goes where other ranks of the node read it.
  template <class Work>
  void publish(const Work& work) {
    transport_->publishes(known_node() && known_node()->size() > 1);
    work();
    transport_->publishes(false);
  }
  Scratch scratch(std::int64_t count, Datatype type);
  Scratch scratch(const Vectors& vectors) { return {*transport_, vectors.room()}; }

  /// All ranks together over the collective network: what those give that give something is combined in their order, and
  /// put where others want it. Without an operator at most one gives. Nothing traverses it in no time.
  void traverse(const void* given, void* result, std::int64_t count, Datatype type, Op op);
  /// Brings together `count` elements, of which each rank gives others: move(all, copy) puts them together by copy(from, to,
  /// count), where data is carried.
  template <class Move>
  void traverse_pieces(const Contribution& own, std::int64_t count, Datatype type, const Move& move) {
    traverse(own, bytes_of(count, type), [&](std::span<const Contribution> all) {
      move(all, [this, type](const void* from, void* to, std::int64_t piece) {
        move_elements(from, to, piece, type);
      });
    });
  }

  /// What this rank shares with the others of its node: nothing where the backend knows of no nodes, and on a part of
  /// the ranks.
  Node& node();
  /// Do what Node::raise() and Node::await() of node() do.
  void raise(std::int64_t steps);
  void await(int rank, std::int64_t steps);

  /// The algorithm says by this: its call leaves a vector of the segment for this rank, in private pages if these are
  /// `copied_on_write`, until the rank has released it; then it has done so many steps.
  void leave_result(void* vector, std::int64_t count, Datatype type, bool copied_on_write,
                    std::int64_t steps);
  /// What the last call has left; null: nothing but what is in its buffers.
  const Result* result() const;
  /// The rank reads all of the result's pages for the first time, and writes to so many percent of them.
  void use_result(int percent_written);
  /// Lets the last result go: to be called before this rank's next call on shared memory.
  void release_result();

  /// The MPI library's own collective, whatever it chooses.
  void library(const AnyCall& call) { transport_->library(call); }

  TypeLayout layout(Datatype type) { return type == known_type_ ? known_ : look_up(type); }
  Aint extent(Datatype type) { return layout(type).extent; }  ///< bytes from one element to the next
  Extent room(std::int64_t count, Datatype type);
  /// Bytes of data in an element, holes left out. Remembered of the last lasting type.
  std::int64_t size_of(Datatype type) { return type == known_type_ ? known_.size : look_up_size(type); }
  bool commutes(Op op) const { return transport_->commutes(op); }

 private:
  /// Enough where the sender is known: messages between a pair of ranks never overtake one another.
  static constexpr int default_tag = 0;

  Node* known_node() const;  ///< node(), unless that would have to be made
  /// What the rank has done, also through communicators of a part of the ranks.
  struct Ledger {
    Trace* trace;
    int posts = 0;
    Traffic traffic = {};
  };

  Comm(Comm& whole, int rank, int size);

  /// The number of one of the ranks among all.
  int among_all(int rank) const { return nodes_ ? among_nodes(rank) : rank; }
  int among_nodes(int rank) const;
  void move_elements(const void* from, void* to, std::int64_t count, Datatype type);
  void traverse(const Contribution& own, std::int64_t bytes, const Together& together);
  void put_together(std::span<const Contribution> all, std::int64_t count, Datatype type, Op op);
  void charge_pages(const PageWork& work);
  void charge_combine(std::int64_t count, Datatype type, int holder, double begin) {
    const std::int64_t bytes = bytes_of(count, type);
    transport_->charge_combine(bytes, holder < 0 ? among_all(rank_) : holder);
    record(Event::Kind::combine, -1, bytes, -1, begin);
  }
  void charge_copy(std::int64_t count, Datatype type, int holder, double begin) {
    const std::int64_t bytes = bytes_of(count, type);
    transport_->charge_copy(bytes, holder < 0 ? among_all(rank_) : holder);
    record(Event::Kind::copy, -1, bytes, -1, begin);
  }
  // Out of line: a transport that only writes calls down is asked a billion times.
  void send_traced(const SendBuffer& out, int destination, int tag);
  void receive_traced(const ReceiveBuffer& in, int source);
  void exchange_traced(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source);
  std::int64_t bytes_of(std::int64_t count, Datatype type) { return count * size_of(type); }
  TypeLayout look_up(Datatype type);
  std::int64_t look_up_size(Datatype type);
  /// Whether known_ is that type's from now on.
  bool remembers(Datatype type);
  void count_message(std::int64_t bytes) {
    ++ledger_->traffic.messages;
    ledger_->traffic.bytes += bytes;
  }
  int post(Event::Kind kind, int peer, std::int64_t bytes, double begin) {
    if (kind == Event::Kind::post_send) count_message(bytes);
    if (ledger_->trace) write(kind, peer, bytes, ledger_->posts, begin, begin);
    return ledger_->posts++;
  }
  void record(Event::Kind kind, int peer, std::int64_t bytes, int request, double begin) {
    if (ledger_->trace) write(kind, peer, bytes, request, begin, transport_->now());
  }
  void write(Event::Kind kind, int peer, std::int64_t bytes, int request, double begin, double end);
  double mark() const { return ledger_->trace ? transport_->now() : 0.0; }

  Transport* transport_;
  Ledger own_;
  Ledger* ledger_ = &own_;
  int rank_ = 0;
  int size_ = 1;
  Datatype known_type_ = mpi_byte;
  TypeLayout known_ = {1, 0, 1, 0, 1};
  bool carries_data_;
  const Nodes* nodes_ = nullptr;  ///< of a part of the ranks
  int place_ = 0, node_ = -1;     ///< of a part: the place of all its nodes, or the node of all its places
  std::unique_ptr<Node> alone_;   ///< where the rank shares nothing
};

/// A message under way; wait() completes it. One that is dropped without a wait is a bug of the algorithm.
class Comm::Request {
  friend class Comm;
  Posted message_;
  int number_ = -1;
};

}  // namespace collsim
