#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/comm.hpp"
#include "algorithms/facts/places.hpp"
#include "dropin/sizes.hpp"
#include "transports/mpi_transport.hpp"

namespace collsim {

class Dropin;

/// A run of elements in a buffer, as MPI names it.
struct BufferBlock {
  std::int64_t at;  ///< in extents from the start of the buffer
  std::int64_t count;
};

/// `number` blocks of `count` elements, one after the other.
std::vector<BufferBlock> equal_blocks(int number, std::int64_t count);
template <class Count, class Displacement>
std::vector<BufferBlock> blocks_at(int number, const Count* counts, const Displacement* displacements) {
  std::vector<BufferBlock> blocks;
  for (int i = 0; i < number; ++i) blocks.push_back({displacements[i], counts[i]});
  return blocks;
}

/// The blocks of a buffer as the bytes that travel, because ranks may name the same data by different counts
/// and types: themselves where they lie in memory in order and without holes, else packed into temporary
/// memory. `buffer` may be MPI_BOTTOM, or MPI_IN_PLACE: then data() is mpi_in_place, and nothing is to be done. `self`
/// must return errors. Throws MpiError.
class Bytes {
 public:
  Bytes(const void* buffer, MPI_Datatype type, std::vector<BufferBlock> blocks, MPI_Comm self);
  /// A buffer that does not matter on this rank: null.
  static Bytes none() { return {nullptr, MPI_BYTE, {}, MPI_COMM_NULL}; }

  /// Packs block `index` or all of them; nothing to do where they travel as they lie.
  void load(int index);
  void load();
  /// Unpacks all of them.
  void store();

  void* data() { return lies_ ? from_mpi_buffer(buffer_) : packed_.data(); }
  /// The sizes of the blocks, in bytes.
  std::span<const int> counts() const { return counts_; }
  Places places() const { return collsim::places(counts_, displacements_); }

 private:
  void* place(const BufferBlock& block) const;

  void* buffer_;
  MPI_Datatype type_;
  std::vector<BufferBlock> blocks_;
  MPI_Comm self_;
  bool lies_;  ///< they travel as they lie
  std::vector<int> counts_;
  std::vector<std::int64_t> displacements_;
  std::vector<std::byte> packed_;
};

/// A vector to be reduced at an address that algorithms can tell from "no buffer": itself, or temporary
/// memory if it is at MPI_BOTTOM.
class Anchored {
 public:
  Anchored(Comm& ranks, const void* buffer, std::int64_t count, MPI_Datatype type, const Dropin& dropin);

  void load();   ///< before a call that reads it
  void store();  ///< after a call that writes it
  void* data() const { return memory_ ? memory_->data() : from_mpi_buffer(buffer_); }

 private:
  void copy(const void* from, void* to);

  void* buffer_;
  int count_;
  MPI_Datatype type_;
  const Dropin& dropin_;
  std::unique_ptr<Scratch> memory_;
};

}  // namespace collsim
