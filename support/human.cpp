#include "support/human.hpp"

#include <fmt/format.h>

#include <utility>

namespace collsim {

std::string human_seconds(double seconds) {
  if (seconds == 0) return "0 s";
  const double size = seconds < 0 ? -seconds : seconds;
  if (size < 1e-6) return fmt::format("{:.4g} ns", seconds * 1e9);
  if (size < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
  if (size < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
  return size < 1e4 ? fmt::format("{:.4g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string human_bytes(std::int64_t bytes) {
  for (const auto& [shift, unit] : {std::pair{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}) {
    const std::int64_t size = std::int64_t{1} << shift;
    if (bytes >= size && bytes % size == 0) return fmt::format("{} {}", bytes / size, unit);
    if (bytes >= 10 * size)
      return fmt::format("{:.1f} {}", static_cast<double>(bytes) / static_cast<double>(size), unit);
  }
  return fmt::format("{} B", bytes);
}

std::string human_percent(double share) {
  if (share == 0) return "0 %";
  if (share < 0.0005) return "< 0.1 %";
  return share < 10 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

}  // namespace collsim
