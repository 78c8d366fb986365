#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/transport.hpp"

namespace collsim::fast {

/// Bytes that lie together, `offset` bytes after an element's address.
struct Block {
  std::int64_t offset, bytes;
  bool operator==(const Block&) const = default;
};

/// A datatype: the data of one element in the order in which messages carry it, and where the element is said to begin and to
/// end (the type map of MPI 4.0, 5.1). It needs none of those that it was made of. A block takes 16 bytes: an element of many
/// pieces takes memory.
class TypeMap {
 public:
  /// A type of so many bytes of data from the element's address on, and from one element to the next.
  TypeMap(std::int64_t size, std::int64_t extent);
  /// A type of so many elements of `part` at each of these places, bytes.
  TypeMap(std::span<const int> counts, std::span<const Aint> places, const TypeMap& part);
  /// Gives the type in other bounds, whatever they are.
  TypeMap resized(Aint lower_bound, Aint extent) const;

  /// The type that a handle points to, or that stays for good and that algorithms call so.
  static const TypeMap& of_type(Datatype type) {
    constexpr std::intptr_t constants = 1 << 12;
    return std::bit_cast<std::intptr_t>(type) < constants ? constant(type)
                                                          : *std::bit_cast<const TypeMap*>(type);
  }
  Datatype handle() const { return std::bit_cast<Datatype>(this); }

  const TypeLayout& layout() const { return layout_; }
  std::int64_t size() const { return layout_.size; }
  Aint extent() const { return layout_.extent; }
  /// One element's data in the order of messages, adjacent blocks merged.
  std::span<const Block> blocks() const { return blocks_; }
  /// A vector of it is one block: no holes, and data begin at the element's address.
  bool contiguous() const { return contiguous_; }
  /// Made by an algorithm for some of its messages.
  bool temporary() const { return temporary_; }
  void set_temporary() { temporary_ = true; }

 private:
  static const TypeMap& constant(Datatype type);
  void append(Block block);
  void set_layout(Aint lower_bound, Aint extent);

  std::vector<Block> blocks_;
  TypeLayout layout_;
  bool contiguous_ = false, temporary_ = false;
};

/// Writes the data of `count` elements at `from` into as many bytes of the elements at `to`. The types may
/// differ; a last element of `to` may be filled in part. The two must not overlap.
void copy_elements(const void* from, std::int64_t count, const TypeMap& from_type, void* to,
                   const TypeMap& to_type);

/// The data of `count` elements, without holes.
void pack(const void* from, std::int64_t count, const TypeMap& type, std::byte* packed);
/// Writes packed data into elements at `to`.
void unpack(std::span<const std::byte> packed, void* to, const TypeMap& type);

}  // namespace collsim::fast
