#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "algorithms/facts/handles.hpp"
#include "algorithms/facts/node.hpp"
#include "algorithms/facts/page_work.hpp"
#include "algorithms/facts/unwritten.hpp"
#include "support/error.hpp"

namespace collsim {

struct AnyCall;

/// An MPI call that failed, with the code of the transport's MPI.
struct MpiError : Error {
  MpiError(const std::string& call, int error_code, const std::string& text)
      : Error(call + " failed: " + text), code(error_code) {}
  int code;
};

/// A count above what MPI counts to. Description::why_unsupported refuses calls with more, so that it is a bug of an algorithm.
struct CountError : Error {
  explicit CountError(std::int64_t count)
      : Error("a count of " + std::to_string(count) + " failed: MPI counts to 2147483647") {}
};

/// A count as MPI takes it. Throws CountError.
int mpi_count(std::int64_t count);

/// Where the data of an element lies, bytes.
struct TypeLayout {
  std::int64_t size = 0;
  Aint lower_bound = 0, extent = 0;
  Aint true_lower_bound = 0, true_extent = 0;

  /// Whether elements fill their vector without holes.
  bool dense() const { return extent == size && true_lower_bound == 0 && true_extent == extent; }
  /// Whether a vector that begins one extent behind the last element of another may lie among its data.
  bool reaches() const { return true_extent > extent; }
};

/// What a message carries, or the room for it.
struct SendBuffer {
  const void* data;
  std::int64_t count;
  Datatype type;
  std::int64_t bytes;
};
struct ReceiveBuffer {
  void* data;
  std::int64_t count;
  Datatype type;
  std::int64_t bytes;
};

/// A message under way, as the transport knows it, between this rank and its peer.
struct Posted {
  std::intptr_t handle = 0;
  int peer = -1;
  std::int64_t bytes = 0;
  bool receives = false;
};

/// The blocking call that a rank is in, for the report of a deadlock; -1: no such peer.
struct Pending {
  const char* call = nullptr;
  int to = -1;
  int from = -1;
};

/// What a rank gives a network that combines, and where it wants what all have given together; null: nothing, nowhere.
struct Contribution {
  const void* given;
  void* result;
};
/// Puts what all have given together, by rank, where they want it.
using Together = std::function<void(std::span<const Contribution> all)>;

/// One rank's way to the others, and its clock, types and memory: the seam between algorithms and what runs them. One object per
/// rank, to which Comm passes on what algorithms ask of it. The defaults are those of a real machine, which charges by itself. Members
/// throw MpiError where an MPI says that a call failed.
///
/// Messages between a pair of ranks never overtake one another. A message charges what its sender and its receiver spend on it.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;

  virtual void send(const SendBuffer& out, int destination, int tag) = 0;
  virtual void receive(const ReceiveBuffer& in, int source) = 0;
  /// Receives from whichever rank sends with that tag first. Returns that rank, and the bytes that it has sent.
  struct Arrived {
    int source;
    std::int64_t bytes;
  };
  virtual Arrived receive_any(const ReceiveBuffer& in, int tag) = 0;
  /// Sends and receives at once; the receive is posted first.
  virtual void exchange(const SendBuffer& out, int destination, const ReceiveBuffer& in, int source) = 0;
  virtual Posted post_send(const SendBuffer& out, int destination) = 0;
  virtual Posted post_receive(const ReceiveBuffer& in, int source) = 0;
  virtual void wait(Posted& message) = 0;
  /// The MPI library's own collective. Throws Error where there is none.
  virtual void library(const AnyCall& call);

  virtual TypeLayout layout(Datatype type) const = 0;
  virtual std::int64_t size_of(Datatype type) const = 0;  ///< bytes of data in an element, holes left out
  /// The layout of a type that is never freed, so that what is said of it stays true; else null.
  virtual const TypeLayout* lasting_layout(Datatype type) const = 0;
  virtual bool commutes(Op op) const = 0;
  /// inout[i] = in[i] op inout[i], free of charge, as everything that follows.
  virtual void combine(const void* in, void* inout, std::int64_t count, Datatype type, Op op) = 0;
  /// Copies between elements of two types that hold the same data. Holes keep what they held.
  virtual void copy(const void* from, Datatype from_type, void* to, Datatype to_type, std::int64_t count) = 0;
  /// A type whose element is so many elements of `type` at each of these places, bytes; to be freed.
  virtual Datatype pieces(std::span<const int> counts, std::span<const Aint> places, Datatype type) = 0;
  virtual void free_type(Datatype type) = 0;

  virtual double now() = 0;  ///< seconds since an arbitrary moment
  /// Whether buffers have contents. In *time* mode they alias one another, and nothing is copied or combined.
  virtual bool carries_data() const { return true; }
  /// `holder`: the rank of this node in whose memory domain the operands lie that ranks share, or the rank itself.
  virtual void charge_combine(std::int64_t /*bytes*/, int /*holder*/) {}
  virtual void charge_copy(std::int64_t /*bytes*/, int /*holder*/) {}
  /// Whether what it copies from now on goes where other ranks of its node read it.
  virtual void publishes(bool) {}
  virtual void charge_pages(const PageWork&) {}
  /// This rank's part in a traversal of the collective network, which joins all nodes and combines on the way: all ranks
  /// of the world give and get so many bytes, and go on together when all have them. `together` is called by one of them,
  /// where data is carried. Throws Error where nothing joins nodes so.
  virtual void traverse(std::int64_t bytes, const Contribution& own, const Together& together);
  /// Gives at least `bytes` of memory, valid until release(). Throws std::bad_alloc.
  virtual std::byte* acquire(std::size_t bytes);
  virtual void release(std::byte* memory);
  /// What the rank shares with others; null: nothing.
  virtual Node* node() { return nullptr; }

  /// What it waits for.
  Pending pending;

 protected:
  /// What acquire() gives where results are checked: memory full of `unwritten`, which no operand holds, so that
  /// the result of an operator that reads what nobody wrote is wrong.
  static std::byte* acquire_unwritten(std::size_t bytes);
};

}  // namespace collsim
