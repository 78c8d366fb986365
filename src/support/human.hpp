#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace collsim {

/// "12.35 us", "2 h 14 min".
std::string human_seconds(double seconds);
/// The seconds of "12.35 us", "20us" or "2 h 14 min": the number that the decimal stands for, without rounding on the way.
/// Throws Error, also for a number without a unit other than 0.
double parse_seconds(std::string_view text);
/// The shortest text that parse_seconds() reads as the same number: "20us", "1.5ms".
std::string exact_seconds(double seconds);
/// "4 KiB", as parse_size() reads it if that is exact, else rounded: "97.7 KiB", "8.32 MiB", and "4 MiB" of what equal blocks make of
/// that.
std::string human_bytes(std::int64_t bytes);
/// "1 cell", "2 cells" of the noun "cell".
std::string counted(std::integral auto number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}
/// "12.3 %" of the share 0.123.
std::string human_percent(double share);
/// "4 KiB .. 8 KiB", and "4 KiB" where both ends read so.
std::string human_span(const std::string& first, const std::string& last);

}  // namespace collsim
