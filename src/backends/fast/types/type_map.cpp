#include "backends/fast/types/type_map.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "support/error.hpp"

namespace collsim::fast {

TypeMap::TypeMap(std::int64_t size, std::int64_t extent) {
  append({0, size});
  set_layout(0, extent);
}

TypeMap::TypeMap(std::span<const int> counts, std::span<const Aint> places, const TypeMap& part) {
  Aint lower = std::numeric_limits<Aint>::max(), upper = std::numeric_limits<Aint>::min();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const Aint begin = places[i] + part.layout_.lower_bound, last = (counts[i] - 1) * part.extent();
    lower = std::min({lower, begin, begin + last});
    upper = std::max({upper, begin + part.extent(), begin + last + part.extent()});
    if (part.contiguous()) {
      append({places[i], counts[i] * part.size()});
      continue;
    }
    for (int element = 0; element < counts[i]; ++element)
      for (const Block& block : part.blocks())
        append({places[i] + element * part.extent() + block.offset, block.bytes});
  }
  blocks_.shrink_to_fit();
  lower <= upper ? set_layout(lower, upper - lower) : set_layout(0, 0);
}

TypeMap TypeMap::resized(Aint lower_bound, Aint extent) const {
  TypeMap made = *this;
  made.set_layout(lower_bound, extent);
  return made;
}

const TypeMap& TypeMap::constant(Datatype type) {
  static const TypeMap byte{1, 1}, number{4, 4}, long_number{8, 8};
  if (type == mpi_byte) return byte;
  if (type == mpi_int) return number;
  if (type == mpi_int64) return long_number;
  throw Error("the fast engine knows no such datatype");
}

void TypeMap::append(Block block) {
  if (block.bytes == 0) return;
  if (!blocks_.empty() && blocks_.back().offset + blocks_.back().bytes == block.offset)
    blocks_.back().bytes += block.bytes;
  else
    blocks_.push_back(block);
}

void TypeMap::set_layout(Aint lower_bound, Aint extent) {
  layout_ = {0, lower_bound, extent, 0, 0};
  Aint first = std::numeric_limits<Aint>::max(), last = std::numeric_limits<Aint>::min();
  for (const auto& [offset, bytes] : blocks_) {
    layout_.size += bytes;
    first = std::min(first, offset);
    last = std::max(last, offset + bytes);
  }
  if (!blocks_.empty()) layout_.true_lower_bound = first, layout_.true_extent = last - first;
  contiguous_ = blocks_.size() == 1 && first == 0 && lower_bound == 0 && extent == layout_.size;
}

namespace {

/// A walk through the blocks of a vector. By number: where offsets are addresses, the vector is at null.
class BlockCursor {
 public:
  BlockCursor(const void* vector, const TypeMap& type)
      : type_(&type), element_(reinterpret_cast<std::intptr_t>(vector)) {
    enter(0);
  }

  std::byte* here() const { return reinterpret_cast<std::byte*>(element_ + offset_); }
  std::int64_t left_in_block() const { return left_; }

  void advance(std::int64_t bytes) {
    offset_ += bytes;
    left_ -= bytes;
    if (left_ > 0) return;
    const bool last = block_ + 1 == type_->blocks().size();
    if (last) element_ += type_->extent();
    enter(last ? 0 : block_ + 1);
  }

 private:
  void enter(std::size_t block) {
    block_ = block;
    offset_ = type_->blocks()[block].offset;
    left_ = type_->contiguous() ? std::numeric_limits<std::int64_t>::max() : type_->blocks()[block].bytes;
  }

  const TypeMap* type_;
  std::intptr_t element_;
  std::size_t block_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t left_ = 0;
};

}  // namespace

void copy_elements(const void* from, std::int64_t count, const TypeMap& from_type, void* to,
                   const TypeMap& to_type) {
  std::int64_t left = count * from_type.size();
  if (left == 0) return;
  BlockCursor source(from, from_type);
  BlockCursor target(to, to_type);
  while (left > 0) {
    const std::int64_t bytes = std::min({left, source.left_in_block(), target.left_in_block()});
    std::memcpy(target.here(), source.here(), static_cast<std::size_t>(bytes));
    source.advance(bytes);
    target.advance(bytes);
    left -= bytes;
  }
}

void pack(const void* from, std::int64_t count, const TypeMap& type, std::byte* packed) {
  copy_elements(from, count, type, packed, TypeMap::of_type(mpi_byte));
}

void unpack(std::span<const std::byte> packed, void* to, const TypeMap& type) {
  copy_elements(packed.data(), std::ssize(packed), TypeMap::of_type(mpi_byte), to, type);
}

}  // namespace collsim::fast
