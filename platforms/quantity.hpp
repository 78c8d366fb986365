#pragma once

#include <string>

namespace collsim {

/// A number with SimGrid's unit suffix (480MBps, 1.5us, 76.8Gf, 12) in bytes per second, seconds, flop/s or
/// as it is. Throws Error if it is none.
double parse_quantity(const std::string& text);

/// A quantity's text with its number multiplied, its unit kept: ("480MBps", 2) -> "960MBps".
std::string scale_quantity(const std::string& text, double factor);

/// A time or a rate for people: "1234.56ns" -> "1.235 us", "5e4MBps" -> "50 GB/s"; whatever else as it is.
std::string human_quantity(const std::string& text);

/// Bytes of "4096", "32KiB", "1MiB" (K, M and G alone are binary, too). Throws Error.
double parse_bytes(const std::string& text);

}  // namespace collsim
