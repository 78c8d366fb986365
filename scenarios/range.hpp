#pragma once

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

/// A whole number with an optional binary suffix K, M or G: "16M" is 16 * 2^20. Throws Error.
std::int64_t parse_size(std::string_view text);

/// Numbers and ranges, separated by commas: "8, 1K, 2..64:x2, 0..7:+1". `a..b:xF` multiplies by F > 1
/// (rounded to whole numbers, each once), `a..b:+S` adds S; b is included if met. Throws Error.
std::vector<Size> parse_sizes(std::string_view text);

/// The parts of a text between commas that lie outside parentheses, without blanks around them.
std::vector<std::string> split_list(std::string_view text);

}  // namespace collsim
