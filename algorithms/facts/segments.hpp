#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "algorithms/facts/blocks.hpp"
#include "algorithms/facts/description.hpp"

namespace collsim {

/// The pieces in which a vector travels: `number` messages of at most `length` elements each. One, if empty,
/// for no elements.
struct Segments {
  std::int64_t number, length;
};

/// A segment no vector is longer than.
inline constexpr std::int64_t unsegmented = std::numeric_limits<std::int64_t>::max();

/// The option segment_bytes in elements, for vectors of any length: at least one element; 0: unsegmented.
inline std::int64_t segment_length(std::int64_t type_size, const Options& options) {
  const std::int64_t bytes = options.integer("segment_bytes");
  if (bytes == 0) return unsegmented;
  return std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, type_size));
}

/// The number of messages in which so many elements travel: one, if empty, for none.
inline std::int64_t segments_of(std::int64_t count, std::int64_t length) {
  return count == 0 ? 1 : (count - 1) / length + 1;
}

/// The segments that the option segment_bytes asks for.
inline Segments segments(std::int64_t count, std::int64_t type_size, const Options& options) {
  const std::int64_t length = std::min(segment_length(type_size, options), count);
  return {segments_of(count, length), length};
}

/// Messages of one size: so many of `count` elements each.
struct Batch {
  std::int64_t count, messages;
};

/// A stage whose messages travel in segments, all of them in as many as the largest, which is on the critical
/// path: full ones as long as all are, then one by one.
inline Cost in_segments(const Stage& whole, std::span<const Batch> batches, std::int64_t length,
                        std::int64_t type_size) {
  const auto [least, most] = std::ranges::minmax(batches, {}, &Batch::count);
  const std::int64_t number = segments_of(most.count, length);
  if (number == 1) return {whole};
  Cost cost;
  for (std::int64_t i = 0; i < number; i += cost.back().repeat) {
    Stage stage = whole;
    stage.repeat = i == 0 ? std::max<std::int64_t>(1, least.count / length) : 1;
    stage.bytes = Range{0, most.count}.segment(i, length).count * type_size;
    stage.reduced = whole.reduced > 0 ? stage.bytes : 0;
    stage.volume = 0;
    for (const auto& [count, messages] : batches)
      stage.volume += messages * Range{0, count}.segment(i, length).count * type_size;
    cost.push_back(stage);
  }
  return cost;
}

}  // namespace collsim
