#include "backends/fast/mpi/datatype.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "backends/fast/mpi/combines.hpp"

namespace collsim::fast {
namespace {

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw TypeMap::BadLayout{};
  return sum;
}

std::int64_t minus(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) throw TypeMap::BadLayout{};
  return difference;
}

Bounds shifted(std::int64_t offset, std::int64_t lower, std::int64_t extent) {
  return {plus(offset, lower), plus(plus(offset, lower), extent)};
}

std::int64_t rounded_up(std::int64_t bytes, std::int64_t alignment) {
  return plus(bytes, alignment - 1) / alignment * alignment;
}

}  // namespace

void Bounds::include(const Bounds& other) {
  lower = std::min(lower, other.lower);
  upper = std::max(upper, other.upper);
}

std::int64_t TypeMap::times(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw BadLayout{};
  return product;
}

void TypeMap::append(std::int64_t offset, std::int64_t count, const Datatype& type) {
  if (count == 0) return;
  const std::int64_t size = times(count, type.size());
  const std::int64_t last = plus(offset, times(count - 1, type.extent()));
  size_ = plus(size_, size);
  alignment_ = std::max(alignment_, type.alignment());
  for (const std::int64_t at : {offset, last}) {
    if (type.size() > 0) data_.include(shifted(at, type.true_lower_bound(), type.true_extent()));
    if (type.marked()) marks_.include(shifted(at, type.lower_bound(), type.extent()));
  }
  marked_ = marked_ || type.marked();
  if (type.contiguous()) return append_block({offset, size});
  for (std::int64_t i = 0; i < count && size > 0; ++i)
    for (const Block& block : type.blocks())
      append_block({offset + i * type.extent() + block.offset, block.bytes});
}

void TypeMap::append_block(Block block) {
  if (block.bytes == 0) return;
  if (!blocks_.empty() && blocks_.back().offset + blocks_.back().bytes == block.offset) {
    blocks_.back().bytes += block.bytes;
  } else {
    blocks_.push_back(block);
  }
}

void TypeMap::resize(std::int64_t lower_bound, std::int64_t extent) {
  marks_ = {lower_bound, plus(lower_bound, extent)};
  marked_ = true;
}

// Where no bounds were set, MPI pads the extent to a multiple of the alignment, as C pads a struct.
Datatype::Datatype(TypeMap map)
    : own_blocks_(std::move(map.blocks_)),
      size_(map.size_),
      alignment_(map.alignment_),
      marked_(map.marked_) {
  own_blocks_.shrink_to_fit();
  blocks_ = own_blocks_;
  if (size_ > 0) {
    true_lower_bound_ = map.data_.lower;
    true_extent_ = minus(map.data_.upper, map.data_.lower);
  }
  lower_bound_ = marked_ ? map.marks_.lower : true_lower_bound_;
  extent_ = marked_ ? minus(map.marks_.upper, lower_bound_) : rounded_up(true_extent_, alignment_);
  contiguous_ = lower_bound_ == 0 && extent_ == size_ && blocks_.size() == 1 && true_lower_bound_ == 0;
}

namespace {

/// A byte that nothing can be done with but to send it.
enum class Packed : std::uint8_t {};

template <class T>
struct Layout {
  static constexpr std::array<Block, 1> blocks = {{{0, sizeof(T)}}};
};
/// The value and its index, with a hole between them if the index must be aligned.
template <class T>
requires(sizeof(T) >= alignof(int)) struct Layout<Pair<T>> {
  static constexpr std::array<Block, 1> blocks = {{{0, sizeof(T) + sizeof(int)}}};
};
template <class T>
requires(sizeof(T) < alignof(int)) struct Layout<Pair<T>> {
  static constexpr std::array<Block, 2> blocks = {{{0, sizeof(T)}, {offsetof(Pair<T>, index), sizeof(int)}}};
};

template <class T>
constinit const Datatype predefined{Layout<T>::blocks, sizeof(T), alignof(T), combines<T>};

}  // namespace
}  // namespace collsim::fast

using collsim::fast::Packed;
using collsim::fast::Pair;
using collsim::fast::predefined;

constinit const MPI_Datatype MPI_BYTE = &predefined<std::byte>;
constinit const MPI_Datatype MPI_PACKED = &predefined<Packed>;
constinit const MPI_Datatype MPI_CHAR = &predefined<char>;
constinit const MPI_Datatype MPI_SIGNED_CHAR = &predefined<signed char>;
constinit const MPI_Datatype MPI_UNSIGNED_CHAR = &predefined<unsigned char>;
constinit const MPI_Datatype MPI_SHORT = &predefined<short>;
constinit const MPI_Datatype MPI_UNSIGNED_SHORT = &predefined<unsigned short>;
constinit const MPI_Datatype MPI_INT = &predefined<int>;
constinit const MPI_Datatype MPI_UNSIGNED = &predefined<unsigned>;
constinit const MPI_Datatype MPI_LONG = &predefined<long>;
constinit const MPI_Datatype MPI_UNSIGNED_LONG = &predefined<unsigned long>;
constinit const MPI_Datatype MPI_LONG_LONG = &predefined<long long>;
constinit const MPI_Datatype MPI_UNSIGNED_LONG_LONG = &predefined<unsigned long long>;
constinit const MPI_Datatype MPI_FLOAT = &predefined<float>;
constinit const MPI_Datatype MPI_DOUBLE = &predefined<double>;
constinit const MPI_Datatype MPI_LONG_DOUBLE = &predefined<long double>;
constinit const MPI_Datatype MPI_INT8_T = &predefined<std::int8_t>;
constinit const MPI_Datatype MPI_INT16_T = &predefined<std::int16_t>;
constinit const MPI_Datatype MPI_INT32_T = &predefined<std::int32_t>;
constinit const MPI_Datatype MPI_INT64_T = &predefined<std::int64_t>;
constinit const MPI_Datatype MPI_UINT8_T = &predefined<std::uint8_t>;
constinit const MPI_Datatype MPI_UINT16_T = &predefined<std::uint16_t>;
constinit const MPI_Datatype MPI_UINT32_T = &predefined<std::uint32_t>;
constinit const MPI_Datatype MPI_UINT64_T = &predefined<std::uint64_t>;
constinit const MPI_Datatype MPI_AINT = &predefined<MPI_Aint>;
constinit const MPI_Datatype MPI_COUNT = &predefined<MPI_Count>;
constinit const MPI_Datatype MPI_CXX_BOOL = &predefined<bool>;
constinit const MPI_Datatype MPI_FLOAT_INT = &predefined<Pair<float>>;
constinit const MPI_Datatype MPI_DOUBLE_INT = &predefined<Pair<double>>;
constinit const MPI_Datatype MPI_LONG_INT = &predefined<Pair<long>>;
constinit const MPI_Datatype MPI_2INT = &predefined<Pair<int>>;
constinit const MPI_Datatype MPI_SHORT_INT = &predefined<Pair<short>>;
