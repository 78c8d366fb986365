#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace collsim {

/// A whole number of a sweep. `exact`: written out, so it must hold as it is; a range's values may be
/// rounded.
struct Size {
  std::int64_t value;
  bool exact;
};

/// What sizes count.
enum class Of { things, bytes };

/// A whole number with an optional binary suffix K, M, G, Ki, Mi or Gi: "16M" is 16 * 2^20. Of bytes also as
/// human_bytes() prints them: "8 KiB", "1.5 MiB", "12 B". Throws Error.
std::int64_t parse_size(std::string_view text, Of of = Of::things);

/// Numbers and ranges, separated by commas: "8, 1K, 2..64:x2, 0..7:+1". `a..b:xF` multiplies by F > 1
/// (rounded to whole numbers, each once), `a..b:+S` adds S; b is included if met. `a..b` is both ends and the powers of two
/// between. Throws Error.
std::vector<Size> parse_sizes(std::string_view text, Of of = Of::things);

/// A list of more sizes is a slip of the pen.
constexpr std::size_t most_sizes = 100'000;

/// No size is larger.
constexpr std::int64_t largest_size = (std::int64_t{1} << 62) - 1;

/// Whole numbers from first to last, both included; none where last < first.
struct Interval {
  std::int64_t first, last;

  bool empty() const { return last < first; }
  bool contains(std::int64_t value) const { return first <= value && value <= last; }
  Interval common(const Interval& other) const {
    return {std::max(first, other.first), std::min(last, other.last)};
  }
  bool operator==(const Interval&) const = default;
};

/// "8" or "8..64K"; an end that is left out, as in "64K..", is that of `all`. Throws Error also where the
/// interval is empty or leaves `all`.
Interval parse_interval(std::string_view text, const Interval& all, Of of = Of::things);

/// The parts of a text between commas that lie outside parentheses, without blanks around them.
std::vector<std::string> split_list(std::string_view text);

}  // namespace collsim
