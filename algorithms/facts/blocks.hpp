#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace collsim {

/// Elements [first, first + count) of a vector.
struct Range {
  std::int64_t first, count;

  /// The `index`-th piece of `length` elements; the last may be shorter, those beyond are empty.
  Range segment(std::int64_t index, std::int64_t length) const {
    const std::int64_t skipped = std::min(index * length, count);
    return {first + skipped, std::min(length, count - skipped)};
  }
  /// What is left of a vector of `length` elements before and behind.
  std::array<Range, 2> others(std::int64_t length) const {
    return {Range{0, first}, Range{first + count, length - first - count}};
  }
};

/// The elements that are in both.
inline Range intersection(const Range& one, const Range& other) {
  const std::int64_t first = std::max(one.first, other.first);
  const std::int64_t end = std::min(one.first + one.count, other.first + other.count);
  return {first, std::max<std::int64_t>(end - first, 0)};
}

/// Which of the blocks get an element where there are fewer elements than blocks: the first ones, or some at
/// equal distances, so that halves of the blocks have halves of the elements.
enum class Scarce { first, spread };

/// A vector cut into blocks that differ by at most one element, the larger ones first, so that block 0 is
/// never smaller than another; empty ones if there are more blocks than elements.
class Blocks {
 public:
  Blocks(std::int64_t count, std::int64_t blocks, Scarce scarce = Scarce::first)
      : size_(count / blocks),
        larger_(count % blocks),
        spread_over_(scarce == Scarce::spread && count < blocks ? blocks : 0) {}

  /// Blocks [begin, end) together.
  Range range(std::int64_t begin, std::int64_t end) const {
    return {first(begin), first(end) - first(begin)};
  }
  Range operator[](std::int64_t block) const {
    if (spread_over_ > 0) return range(block, block + 1);
    return {first(block), block < larger_ ? size_ + 1 : size_};
  }

 private:
  std::int64_t first(std::int64_t block) const {
    if (spread_over_ > 0) return (block * larger_ + spread_over_ - 1) / spread_over_;
    return block * size_ + std::min(block, larger_);
  }

  std::int64_t size_, larger_;
  std::int64_t spread_over_;  ///< so many blocks; 0: the larger blocks come first
};

}  // namespace collsim
