#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace collsim {

/// A run of elements in a buffer, as MPI names it.
struct Block {
  std::int64_t at;  ///< in extents from the start of the buffer
  int count;
};

/// `number` blocks of `count` elements, one after the other.
std::vector<Block> equal_blocks(int number, int count);
std::vector<Block> blocks_at(int number, const int* counts, const int* displacements);

/// The blocks of a buffer as the bytes that travel, because ranks may name the same data by different counts
/// and types: themselves where they lie in memory in order and without holes, else packed into temporary
/// memory. `buffer` may be MPI_BOTTOM. The communicator must return errors. Throws MpiError.
class Bytes {
 public:
  Bytes(const void* buffer, MPI_Datatype type, std::vector<Block> blocks, MPI_Comm self);

  /// Packs block `index` or all of them; nothing to do where they travel as they lie.
  void load(int index);
  void load();
  /// Unpacks all of them.
  void store();

  void* data() { return packed_.empty() ? buffer_ : packed_.data(); }
  /// Of the blocks, in bytes.
  const int* counts() const { return counts_.data(); }
  const int* displacements() const { return displacements_.data(); }

 private:
  void lie(std::int64_t size);
  void pack(std::int64_t size);
  void* place(const Block& block) const;

  void* buffer_;
  MPI_Datatype type_;
  std::vector<Block> blocks_;
  MPI_Comm self_;
  MPI_Aint extent_;
  std::vector<int> counts_, displacements_;
  std::vector<std::byte> packed_;  ///< empty if the blocks travel as they lie, or hold nothing
  bool lies_ = false;
};

}  // namespace collsim
