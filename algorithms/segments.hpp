#pragma once

#include <algorithm>

#include "algorithms/description.hpp"

namespace collsim {

/// The pieces in which a vector travels: `number` messages of at most `length` elements each. One, if empty,
/// for no elements.
struct Segments {
  std::int64_t number, length;
};

/// As the option segment_bytes says: at least one element each; 0: a single one.
inline Segments segments(std::int64_t count, std::int64_t type_size, const Options& options) {
  const std::int64_t bytes = options.integer("segment_bytes");
  if (bytes == 0 || count == 0) return {1, count};
  const std::int64_t length = std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, type_size));
  return {(count + length - 1) / length, std::min(length, count)};
}

}  // namespace collsim
