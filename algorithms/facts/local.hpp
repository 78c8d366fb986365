#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include "algorithms/facts/node.hpp"

namespace collsim {

/// Every byte of memory that nobody has written, where results are checked.
inline constexpr std::byte unwritten{0xdb};

/// What is done with pages of a segment that are mapped privately.
struct PageWork {
  int mapped = 0;  ///< times
  std::int64_t read = 0, written = 0,
               unmapped = 0;  ///< bytes: for the first time, for the first time, at last
};

/// What a rank gives a network that combines, and where it wants what all have given together; null: nothing, nowhere.
struct Contribution {
  const void* given;
  void* result;
};
/// Puts what all have given together, by rank, where they want it.
using Together = std::function<void(std::span<const Contribution> all)>;

/// The seam between an algorithm's rank and its backend: the clock, the charge for local work, temporary
/// memory. One object per rank; Comm is its only user. The defaults are those of a real machine, which
/// charges by itself.
class Local {
 public:
  virtual ~Local() = default;
  virtual double now() = 0;  ///< seconds since an arbitrary moment
  /// False in *time* mode: buffers alias one another, contents are undefined, nothing is copied or combined.
  virtual bool carries_data() const { return true; }
  /// `holder`: the rank of this node in whose memory domain the operands lie that ranks share, or the rank itself.
  virtual void charge_combine(std::int64_t /*bytes*/, int /*holder*/) {}
  virtual void charge_copy(std::int64_t /*bytes*/, int /*holder*/) {}
  virtual void charge_pages(const PageWork&) {}
  /// Called before a blocking call of MPI, which sends `out` bytes to a rank or nobody and receives `in` likewise, with one tag.
  /// Whether the backend has done all of it, charges included, so that MPI is not to be called; there is no trace of it.
  static constexpr int nobody = std::numeric_limits<int>::min();
  virtual bool take_over(int /*to*/, std::int64_t /*out*/, int /*from*/, std::int64_t /*in*/, int /*tag*/) {
    return false;
  }
  /// Called before a message is sent: its sender's own time, where the backend's MPI does not spend that.
  virtual void charge_departure(int /*destination*/, std::int64_t /*bytes*/) {}
  /// The seconds of it.
  virtual double departure(int /*destination*/, std::int64_t /*bytes*/) const { return 0; }
  /// Called when a message has been received: its copies, if it came from a rank of the same node.
  virtual void charge_arrival(int /*source*/, std::int64_t /*bytes*/) {}
  /// This rank's part in a traversal of the collective network, which joins all nodes and combines on the way: all ranks
  /// of the world give and get so many bytes, and go on together when all have them. `together` is called by one of them,
  /// where data is carried. Throws Error where nothing joins nodes so.
  virtual void traverse(std::int64_t bytes, const Contribution& own, const Together& together);
  /// At least `bytes` of memory, valid until release(). Throws std::bad_alloc.
  virtual std::byte* acquire(std::size_t bytes);
  virtual void release(std::byte* memory);
  /// What the rank shares with others; null: nothing.
  virtual Node* node() { return nullptr; }

 protected:
  /// What acquire() gives where results are checked: memory full of `unwritten`, which no operand holds, so that
  /// the result of an operator that reads what nobody wrote is wrong.
  static std::byte* acquire_unwritten(std::size_t bytes);
};

}  // namespace collsim
