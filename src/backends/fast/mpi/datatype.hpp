#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

#include "backends/fast/mpi/operator.hpp"

namespace collsim::fast {

/// Bytes that lie together, `offset` bytes after an element's address.
struct Block {
  std::int64_t offset, bytes;
  bool operator==(const Block&) const = default;
};

/// From the lowest to past the highest of some offsets; nothing yet: lower > upper.
struct Bounds {
  std::int64_t lower = INT64_MAX, upper = INT64_MIN;
  void include(const Bounds& other);
};

/// A datatype in the making: the data of one element in the order in which messages carry it (the type map of
/// MPI 4.0, 5.1). Members throw BadLayout when a result exceeds 64 bits.
class TypeMap {
 public:
  /// `count` elements, one extent apart, the first at `offset`.
  void append(std::int64_t offset, std::int64_t count, const Datatype& type);
  /// Where the element is said to begin and end, whatever its data.
  void resize(std::int64_t lower_bound, std::int64_t extent);

  struct BadLayout {};
  static std::int64_t times(std::int64_t a, std::int64_t b);

 private:
  friend class Datatype;
  void append_block(Block block);

  std::vector<Block> blocks_;
  std::int64_t size_ = 0;
  std::int64_t alignment_ = 1;
  Bounds data_;
  Bounds marks_;
  bool marked_ = false;
};

/// What an MPI_Datatype points to. A derived type keeps no reference to those it was made of. Its blocks take
/// 16 bytes each: an element of many pieces takes memory.
class Datatype {
 public:
  /// A predefined type. `blocks` and `combines` must stay.
  constexpr Datatype(std::span<const Block> blocks, std::int64_t extent, std::int64_t alignment,
                     const Combines& combines)
      : blocks_(blocks), combines_(&combines), extent_(extent), alignment_(alignment), committed_(true) {
    for (const Block& block : blocks) size_ += block.bytes;
    true_extent_ = blocks.back().offset + blocks.back().bytes;
    contiguous_ = size_ == extent_;
  }
  explicit Datatype(TypeMap map);
  Datatype(const Datatype&) = delete;
  Datatype& operator=(const Datatype&) = delete;

  std::int64_t size() const { return size_; }  ///< bytes of data in an element, holes left out
  std::int64_t lower_bound() const { return lower_bound_; }
  std::int64_t upper_bound() const { return lower_bound_ + extent_; }
  std::int64_t extent() const { return extent_; }                      ///< bytes from one element to the next
  std::int64_t true_lower_bound() const { return true_lower_bound_; }  ///< where its data begin
  std::int64_t true_extent() const { return true_extent_; }
  std::int64_t alignment() const { return alignment_; }  ///< the strictest of its parts
  /// One element's data in type map order, adjacent blocks merged.
  std::span<const Block> blocks() const { return blocks_; }
  /// A vector of it is one block: no holes, and data begin at the element's address.
  bool contiguous() const { return contiguous_; }
  /// Its bounds were set (MPI_Type_create_resized), here or in a part, and are not those of its data.
  bool marked() const { return marked_; }
  bool predefined() const { return combines_ != nullptr; }
  /// Null: MPI does not define the operator on this type.
  Combine* combine(Predefined op) const {
    return combines_ ? (*combines_)[static_cast<std::size_t>(op)] : nullptr;
  }

  bool committed() const { return committed_; }
  void commit() const { committed_ = true; }

  /// For boost::intrusive_ptr<const Datatype>: whoever still needs a type that its owner may free holds one.
  friend void intrusive_ptr_add_ref(const Datatype* type) {
    if (!type->predefined()) ++type->references_;
  }
  friend void intrusive_ptr_release(const Datatype* type) {
    if (!type->predefined() && --type->references_ == 0) delete type;
  }

 private:
  std::vector<Block> own_blocks_;
  std::span<const Block> blocks_;
  const Combines* combines_ = nullptr;
  std::int64_t size_ = 0;
  std::int64_t lower_bound_ = 0;
  std::int64_t extent_ = 0;
  std::int64_t true_lower_bound_ = 0;
  std::int64_t true_extent_ = 0;
  std::int64_t alignment_ = 1;
  mutable std::int64_t references_ = 0;
  bool contiguous_ = false;
  bool marked_ = false;
  mutable bool committed_ = false;
};

}  // namespace collsim::fast
