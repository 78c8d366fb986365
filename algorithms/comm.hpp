#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/facts/local.hpp"
#include "algorithms/facts/trace.hpp"
#include "support/error.hpp"

namespace collsim {

/// An MPI call that did not return MPI_SUCCESS.
struct MpiError : Error {
  MpiError(const std::string& call, int code);
  int code;
};

/// What a rank has sent so far.
struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

/// The blocking call that a rank is in, for the report of a deadlock; -1: no such peer.
struct Pending {
  const char* call = nullptr;
  int to = -1;
  int from = -1;
};

/// Address of element `index` of a vector of `type`; null stays null (empty vectors).
inline void* element(void* vector, std::int64_t index, MPI_Aint extent) {
  return vector ? static_cast<std::byte*>(vector) + index * extent : nullptr;
}
inline const void* element(const void* vector, std::int64_t index, MPI_Aint extent) {
  return vector ? static_cast<const std::byte*>(vector) + index * extent : nullptr;
}

/// The memory that a vector takes.
struct Extent {
  std::size_t bytes;
  MPI_Aint lower_bound;

  /// Where element 0 starts in that memory, as MPI wants it: its data may begin at a non-zero lower bound. By number:
  /// the lower bound of a type for MPI_BOTTOM is an address.
  void* first_element(std::byte* memory) const {
    return reinterpret_cast<void*>(reinterpret_cast<MPI_Aint>(memory) - lower_bound);
  }
};

/// Vectors of a type and a length side by side in one piece of memory. Elements may reach beyond their extent, as a column of
/// a matrix does whose type is resized to one number: then a vector begins behind all that the one before reaches, else one
/// extent behind its last element.
class Vectors {
 public:
  Vectors(std::int64_t number, std::int64_t length, MPI_Datatype type);

  /// The memory that all of them take; element 0 of the first starts there as that of a single one.
  const Extent& room() const { return room_; }
  std::int64_t length() const { return length_; }
  /// Element `index` of one of them. `first`: where element 0 of the first starts.
  void* at(void* first, std::int64_t number, std::int64_t index = 0) const {
    return element(first, number * distance_ + index * extent_, 1);
  }

 private:
  std::int64_t length_;
  MPI_Aint extent_, distance_;  ///< bytes from one element to the next, from one vector to the next
  Extent room_;
};

/// Temporary memory for a vector, given back at the end of its scope.
class Scratch {
 public:
  Scratch(Local& local, const Extent& room)
      : local_(&local), memory_(local.acquire(room.bytes)), lower_bound_(room.lower_bound) {}
  ~Scratch() { local_->release(memory_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Where element 0 of the vector starts.
  void* data() const { return Extent{0, lower_bound_}.first_element(memory_); }

 private:
  Local* local_;
  std::byte* memory_;
  MPI_Aint lower_bound_;
};

/// As MPI takes them. Description::why_unsupported refuses calls with more, so that MpiError here is a bug of
/// an algorithm.
int mpi_count(std::int64_t count);

/// An algorithm's only door to MPI and to temporary memory: one rank's view of a communicator. Counts what it
/// sends, charges local work, and records a trace if asked to. Every member throws MpiError when MPI reports
/// an error.
///
/// Algorithms call MPI by its profiling names, PMPI_*, so that the same objects serve the drop-in library:
/// there the MPI_* names of collectives are the drop-in's own, and `library` would call itself.
class Comm {
 public:
  /// `handle` must return errors (MPI_ERRORS_RETURN). `local` and `trace` must outlive the Comm.
  Comm(MPI_Comm handle, Local& local, Trace* trace = nullptr);
  /// Of `whole`, which must outlive it, the ranks in that place of their nodes, which every node must have: rank i is
  /// node i's. Messages are those of `whole`, so that nothing has to be set up and a recorded schedule can tell them;
  /// between two ranks only one of the communicators may be in use at a time.
  Comm(Comm& whole, int place);
  /// Likewise of `whole` the ranks of this rank's node: rank i is in place i.
  static Comm of_node(Comm& whole) { return {whole, whole.node().place(), whole.node().size()}; }
  Comm(const Comm&) = delete;
  Comm& operator=(const Comm&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  MPI_Comm handle() const { return handle_; }  ///< for `library` algorithms only
  Local& local() const { return *local_; }
  const Traffic& traffic() const { return ledger_->traffic; }
  const Pending& pending() const { return ledger_->pending; }

  void send(const void* data, std::int64_t count, MPI_Datatype type, int destination, int tag = default_tag) {
    const std::int64_t bytes = bytes_of(count, type);
    if (fits(count) && local_->take_over(among_all(destination), bytes, Local::nobody, 0, tag))
      count_message(bytes);
    else
      send_by_mpi(data, count, type, destination, tag);
  }
  void recv(void* data, std::int64_t count, MPI_Datatype type, int source) {
    if (!fits(count) ||
        !local_->take_over(Local::nobody, 0, among_all(source), bytes_of(count, type), default_tag))
      recv_by_mpi(data, count, type, source);
  }
  /// From whichever rank of all sends with that tag first, whose number it returns.
  int recv_any(void* data, std::int64_t count, MPI_Datatype type, int tag);
  /// Of messages that are taken from any rank: those of other calls, as Node::begin_call() numbers them, have another one.
  static int tag_of(std::int64_t call);
  /// Both at once; the two vectors must not overlap.
  void sendrecv(const void* out, std::int64_t out_count, int destination, void* in, std::int64_t in_count,
                int source, MPI_Datatype type) {
    const std::int64_t size = known_size(type), bytes = out_count * size;
    if (fits(out_count | in_count) &&
        local_->take_over(among_all(destination), bytes, among_all(source), in_count * size, default_tag))
      count_message(bytes);
    else
      sendrecv_by_mpi(out, out_count, destination, in, in_count, source, type);
  }

  class Request;
  Request isend(const void* data, std::int64_t count, MPI_Datatype type, int destination);
  Request irecv(void* data, std::int64_t count, MPI_Datatype type, int source);
  void wait(Request& request);

  /// inout[i] = in[i] op inout[i], as MPI_Reduce_local: `in` is the left operand. `holder`: the rank in whose memory
  /// domain shared operands lie; -1: this one.
  void reduce_local(const void* in, void* inout, std::int64_t count, MPI_Datatype type, MPI_Op op,
                    int holder = -1) {
    reduce_pieces(count, type, op, holder, [&](const auto& combine) { combine(in, inout, count); });
  }
  /// Combines of `count` elements together, charged as one: move(combine) makes them by combine(in, inout, count), each as
  /// reduce_local(), where data is carried.
  template <class Move>
  void reduce_pieces(std::int64_t count, MPI_Datatype type, MPI_Op op, int holder, const Move& move) {
    if (count == 0) return;
    const double begin = mark();
    if (carries_data_)
      move([type, op](const void* in, void* inout, std::int64_t piece) {
        combine_elements(in, inout, piece, type, op);
      });
    charge_combine(count, type, holder, begin);
  }
  /// Costs time even if both addresses are equal: in *time* mode all are.
  void copy(const void* from, void* to, std::int64_t count, MPI_Datatype type, int holder = -1) {
    copy_pieces(count, type, holder, [&](const auto& move) { move(from, to, count); });
  }
  /// Likewise between elements of two types, which hold the same data.
  void copy(const void* from, MPI_Datatype from_type, void* to, MPI_Datatype to_type, std::int64_t count) {
    copy_pieces(count, from_type, -1,
                [&](const auto&) { move_elements(from, from_type, to, to_type, count); });
  }
  /// Copies of `count` elements together, charged as one: move(copy) makes them by copy(from, to, count), where data is
  /// carried.
  template <class Move>
  void copy_pieces(std::int64_t count, MPI_Datatype type, int holder, const Move& move) {
    if (count == 0) return;
    const double begin = mark();
    if (carries_data_)
      move([type](const void* from, void* to, std::int64_t piece) { move_elements(from, to, piece, type); });
    charge_copy(count, type, holder, begin);
  }
  Scratch scratch(std::int64_t count, MPI_Datatype type);
  Scratch scratch(const Vectors& vectors) { return {*local_, vectors.room()}; }

  /// All ranks together over the collective network: what those give that give something is combined in their order, and
  /// put where others want it. Without an operator at most one gives. Nothing traverses it in no time.
  void traverse(const void* given, void* result, std::int64_t count, MPI_Datatype type, MPI_Op op);
  /// Likewise `count` elements, of which each rank gives others: move(all, copy) puts them together by
  /// copy(from, to, count), where data is carried.
  template <class Move>
  void traverse_pieces(const Contribution& own, std::int64_t count, MPI_Datatype type, const Move& move) {
    traverse(own, bytes_of(count, type), [&](std::span<const Contribution> all) {
      move(all,
           [type](const void* from, void* to, std::int64_t piece) { move_elements(from, to, piece, type); });
    });
  }

  /// What this rank shares with the others of its node: nothing where the backend knows of no nodes, and on a part of
  /// the ranks.
  Node& node();
  /// As Node::raise() and Node::await().
  void raise(std::int64_t steps);
  void await(int rank, std::int64_t steps);

  /// By the algorithm: its call leaves a vector of the segment for this rank, in private pages if these are
  /// `copied_on_write`, until the rank has released it; then it has done so many steps.
  void leave_result(void* vector, std::int64_t count, MPI_Datatype type, bool copied_on_write,
                    std::int64_t steps);
  /// What the last call has left; null: nothing but what is in its buffers.
  const Result* result() const;
  /// The rank reads all of the result's pages for the first time, and writes to so many percent of them.
  void use_result(int percent_written);
  /// Before this rank's next call on shared memory.
  void release_result();

  static MPI_Aint extent(MPI_Datatype type);  ///< bytes from one element to the next
  /// Whether an element's data reach beyond its extent, so that neighbours may lie in between.
  static bool reaches(MPI_Datatype type);
  static Extent room(std::int64_t count, MPI_Datatype type);
  static std::int64_t size_of(MPI_Datatype type);  ///< bytes of data in an element, holes left out
  static bool commutes(MPI_Op op);

 private:
  /// Enough where the sender is known: messages between a pair of ranks never overtake one another.
  static constexpr int default_tag = 0;

  Node* known_node() const;  ///< node(), unless that would have to be made
  /// What the rank has done, also through communicators of a part of the ranks.
  struct Ledger {
    Trace* trace;
    int posts = 0;
    Traffic traffic = {};
    Pending pending = {};
  };

  Comm(Comm& whole, int rank, int size);

  /// The number of one of the ranks among all.
  int among_all(int rank) const { return nodes_ ? among_nodes(rank) : rank; }
  int among_nodes(int rank) const;
  static void move_elements(const void* from, void* to, std::int64_t count, MPI_Datatype type);
  static void move_elements(const void* from, MPI_Datatype from_type, void* to, MPI_Datatype to_type,
                            std::int64_t count);
  void traverse(const Contribution& own, std::int64_t bytes, const Together& together);
  static void put_together(std::span<const Contribution> all, std::int64_t count, MPI_Datatype type,
                           MPI_Op op);
  static void combine_elements(const void* in, void* inout, std::int64_t count, MPI_Datatype type, MPI_Op op);
  void charge_pages(const PageWork& work);
  void charge_combine(std::int64_t count, MPI_Datatype type, int holder, double begin) {
    const std::int64_t bytes = bytes_of(count, type);
    local_->charge_combine(bytes, holder < 0 ? among_all(rank_) : holder);
    record(Event::Kind::combine, -1, bytes, -1, begin);
  }
  void charge_copy(std::int64_t count, MPI_Datatype type, int holder, double begin) {
    const std::int64_t bytes = bytes_of(count, type);
    local_->charge_copy(bytes, holder < 0 ? among_all(rank_) : holder);
    record(Event::Kind::copy, -1, bytes, -1, begin);
  }
  // What MPI is called for stays out of line: a backend that takes calls over is asked a billion times.
  void send_by_mpi(const void* data, std::int64_t count, MPI_Datatype type, int destination, int tag);
  void recv_by_mpi(void* data, std::int64_t count, MPI_Datatype type, int source);
  void sendrecv_by_mpi(const void* out, std::int64_t out_count, int destination, void* in,
                       std::int64_t in_count, int source, MPI_Datatype type);
  /// Whether MPI can count so many; a union of bits says it of several.
  static bool fits(std::int64_t count) { return count <= std::numeric_limits<int>::max(); }
  /// size_of(), remembered of the last predefined type.
  std::int64_t known_size(MPI_Datatype type) {
    return type == known_type_ ? known_size_ : look_up_size(type);
  }
  std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) { return count * known_size(type); }
  std::int64_t look_up_size(MPI_Datatype type);
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
    if (ledger_->trace) write(kind, peer, bytes, request, begin, local_->now());
  }
  void write(Event::Kind kind, int peer, std::int64_t bytes, int request, double begin, double end);
  double mark() const { return ledger_->trace ? local_->now() : 0.0; }

  MPI_Comm handle_;
  Local* local_;
  Ledger own_;
  Ledger* ledger_ = &own_;
  int rank_ = 0;
  int size_ = 1;
  MPI_Datatype known_type_ = MPI_BYTE;  ///< a predefined one: these are never freed
  std::int64_t known_size_ = 1;
  bool carries_data_;
  const Nodes* nodes_ = nullptr;  ///< of a part of the ranks
  int place_ = 0, node_ = -1;     ///< likewise: the one of all nodes, or all of the one
  std::unique_ptr<Node> alone_;   ///< where the rank shares nothing
};

/// A message under way; wait() completes it. One that is dropped without a wait is a bug of the algorithm.
class Comm::Request {
  friend class Comm;
  MPI_Request handle_ = MPI_REQUEST_NULL;
  Event::Kind kind_ = Event::Kind::post_send;
  int peer_ = -1;
  std::int64_t bytes_ = 0;
  int number_ = -1;
};

}  // namespace collsim
