#include "platforms/protocol.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "platforms/settings.hpp"

namespace collsim {
namespace {

constexpr const char* latency_factor = "smpi/lat-factor";
constexpr const char* bandwidth_factor = "smpi/bw-factor";
constexpr const char* eager = "smpi/async-small-thresh";
constexpr const char* detached = "smpi/send-is-detached-thresh";

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

std::int64_t threshold(const Platform& platform, const std::string& setting) {
  const auto place = platform.settings().find(setting);
  if (place == platform.settings().end()) return 0;
  const auto value = number(place->second);
  if (!value || *value < 0 || *value > 0x1p62 || *value != std::floor(*value))
    throw PlatformError(platform.file(), 0,
                        fmt::format("sets '{}' to '{}'; write a number of bytes", setting, place->second));
  return static_cast<std::int64_t>(*value);
}

/// Settings that are no part of a Protocol must say what the fast engine does anyhow.
void check_setting(const Platform& platform, const std::string& setting, const std::string& value) {
  for (const auto& known : {latency_factor, bandwidth_factor, eager, detached})
    if (setting == known) return;
  for (const auto& [name, ideal] : ideal_settings) {
    if (setting != name) continue;
    if (value == ideal || (number(value) && number(value) == number(ideal))) return;
    throw PlatformError(platform.file(), 0,
                        fmt::format("sets '{}' to '{}', which the fast engine cannot model; it knows '{}'",
                                    setting, value, ideal));
  }
  throw PlatformError(platform.file(), 0,
                      fmt::format("sets '{}', which the fast engine cannot model; it knows {}, {}, {} and {}",
                                  setting, latency_factor, bandwidth_factor, eager, detached));
}

}  // namespace

double constant_factor(const Platform& platform, const std::string& setting) {
  const auto place = platform.settings().find(setting);
  if (place == platform.settings().end()) return 1;
  const std::string& text = place->second;
  const auto value = number(text.starts_with("0:") ? text.substr(2) : text);
  if (value && *value > 0) return *value;
  throw PlatformError(platform.file(), 0,
                      fmt::format("sets '{}' to '{}'; write 0:VALUE, the same for all sizes", setting, text));
}

Protocol protocol(const Platform& platform) {
  for (const auto& [setting, value] : platform.settings()) check_setting(platform, setting, value);
  return {.envelope = platform.envelope(),
          .latency_factor = constant_factor(platform, latency_factor),
          .bandwidth_factor = constant_factor(platform, bandwidth_factor),
          .eager = threshold(platform, eager),
          .detached = threshold(platform, detached),
          .send_overhead = platform.send_overhead(),
          .gap = platform.gap()};
}

}  // namespace collsim
