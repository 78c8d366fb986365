#pragma once

#include <string>

namespace collsim {

/// What a unit is of; a number without one says nothing.
enum class Dimension { none, time, rate, speed };

/// A number in seconds, bytes per second, flop/s or as it is.
struct Quantity {
  double value;
  Dimension dimension;
};

/// A number with one of SimGrid's units, perhaps after blanks: 480MBps, 100 Gbps (bits), 1.5us, 76.8Gf, 12. Throws Error if it
/// is none.
Quantity read_quantity(const std::string& text);
double parse_quantity(const std::string& text);

/// A quantity's text with its number multiplied, its unit kept: ("480 MBps", 2) -> "960MBps".
std::string scale_quantity(const std::string& text, double factor);

/// A time or a rate for people: "1234.56ns" -> "1.235 us", "5e4MBps" -> "50 GB/s"; whatever else as it is.
std::string human_quantity(const std::string& text);

/// Bytes of "4096", "32 KiB", "1MiB" (K, M and G alone are binary, too). Throws Error.
double parse_bytes(const std::string& text);

}  // namespace collsim
