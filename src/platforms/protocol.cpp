#include "platforms/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "platforms/property.hpp"
#include "platforms/quantity.hpp"
#include "platforms/settings.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

constexpr const char* of_bandwidth = "smpi/bw-factor";
constexpr const char* eager = "smpi/async-small-thresh";
constexpr const char* detached = "smpi/send-is-detached-thresh";

std::int64_t threshold(const Platform& platform, const std::string& setting) {
  const auto place = platform.settings().find(setting);
  if (place == platform.settings().end()) return 0;
  const auto value = number_in<double>(place->second);
  if (!value || *value < 0 || *value > 0x1p62 || *value != std::floor(*value))
    throw PlatformError(platform.file(), 0,
                        fmt::format("sets '{}' to '{}'; write a number of bytes", setting, place->second));
  return static_cast<std::int64_t>(*value);
}

/// Settings that are no part of a Protocol must say what the fast engine does anyhow.
void check_setting(const Platform& platform, const std::string& setting, const std::string& value) {
  for (const auto& known : {latency_factors_setting, of_bandwidth, eager, detached})
    if (setting == known) return;
  for (const auto& [name, ideal] : ideal_settings) {
    if (setting != name) continue;
    const auto number = number_in<double>(value);
    if (value == ideal || (number && number == number_in<double>(ideal))) return;
    throw PlatformError(platform.file(), 0,
                        fmt::format("sets '{}' to '{}', which the fast engine cannot model; it knows '{}'",
                                    setting, value, ideal));
  }
  throw PlatformError(platform.file(), 0,
                      fmt::format("sets '{}', which the fast engine cannot model; it knows {}, {}, {} and {}",
                                  setting, latency_factors_setting, of_bandwidth, eager, detached));
}

}  // namespace

SizeFactor::SizeFactor(const std::string& text) {
  const auto wrong = [&] {
    throw Error(fmt::format("'{}'; write FACTOR or SIZE:FACTOR;SIZE:FACTOR, sizes rising", text));
  };
  std::istringstream steps(text);
  for (std::string step; std::getline(steps, step, ';');) {
    const auto colon = step.find(':');
    const auto above = colon == std::string::npos ? 0 : number_in<double>(step.substr(0, colon));
    const auto factor = number_in<double>(colon == std::string::npos ? step : step.substr(colon + 1));
    if (!above || !factor || *above < 0 || !(*factor > 0) || !std::isfinite(*factor)) wrong();
    if (!steps_.empty() && *above <= steps_.back().above) wrong();
    steps_.push_back({*above, *factor});
  }
  if (steps_.empty() || text.ends_with(';')) wrong();
  if (steps_.front().above > 0) return;
  below_ = steps_.front().factor;
  steps_.erase(steps_.begin());
}

double SizeFactor::least() const {
  double least = below_;
  for (const Step& step : steps_) least = std::min(least, step.factor);
  return least;
}

SizeFactor latency_factor(const Platform& platform) {
  const auto place = platform.settings().find(latency_factors_setting);
  if (place == platform.settings().end()) return 1;
  try {
    return SizeFactor(place->second);
  } catch (const Error& error) {
    throw PlatformError(platform.file(), 0,
                        fmt::format("sets '{}' to {}", latency_factors_setting, error.what()));
  }
}

double bandwidth_factor(const Platform& platform) {
  const auto place = platform.settings().find(of_bandwidth);
  if (place == platform.settings().end()) return 1;
  const std::string& text = place->second;
  const auto value = number_in<double>(text.starts_with("0:") ? text.substr(2) : text);
  if (value && *value > 0) return *value;
  throw PlatformError(
      platform.file(), 0,
      fmt::format("sets '{}' to '{}'; write 0:VALUE, the same for all sizes", of_bandwidth, text));
}

EagerCopies eager_copies(const Platform& platform) {
  const double rate = platform.number("eager.copy");
  if (rate == 0) return {};
  const std::int64_t below = threshold(platform, eager);
  if (below == 0)
    throw PlatformError(platform.file(), 0,
                        fmt::format("names a rate 'eager.copy', but no message is eager; right would be '{}' "
                                    "in <config>, too",
                                    eager));
  const auto at = [&](double bytes_per_second) {
    return EagerCopy{.below = static_cast<double>(below), .per_byte = 1 / bytes_per_second};
  };
  return {.in = at(platform.copy_rate(0)), .out = at(rate)};
}

Protocol protocol(const Platform& platform) {
  for (const auto& [setting, value] : platform.settings()) check_setting(platform, setting, value);
  Protocol is{.envelope = platform.number("envelope"),
              .latency_factor = latency_factor(platform),
              .network_latency = platform.number("network.latency"),
              .bandwidth_factor = bandwidth_factor(platform),
              .eager = threshold(platform, eager),
              .detached = threshold(platform, detached),
              .send_overhead = platform.number("send_overhead"),
              .copy_in = eager_copies(platform).in,
              .gap = platform.number("gap"),
              .exchange = rate_from(platform, "exchange")};
  const std::string routing = platform.text("routing");
  if (routing != "minimal" && routing != "adaptive")
    throw PlatformError(platform.file(), 0,
                        fmt::format("has the routing '{}'; right would be minimal or adaptive", routing));
  is.adaptive = routing == "adaptive";
  if (platform.has("tcp.eager")) is.tcp.eager = static_cast<std::int64_t>(platform.number("tcp.eager"));
  is.tcp.rest = platform.number("tcp.rest");
  is.tcp.header = platform.number("tcp.header");
  is.tcp.segment = platform.number("tcp.segment");
  is.tcp.packets = static_cast<int>(platform.number("tcp.packets"));
  is.tcp.cores = static_cast<int>(platform.number("tcp.cores"));
  is.tcp.poll = platform.number("tcp.poll");
  if (platform.has("tcp.hand_over")) is.tcp.hand_over = 1 / platform.number("tcp.hand_over");
  is.tcp.forward = platform.number("tcp.forward");
  is.tcp.receive = platform.number("tcp.receive");
  is.tcp.acknowledge = platform.number("tcp.acknowledge");
  if (platform.has("tcp.window")) is.tcp.window = platform.number("tcp.window");
  return is;
}

}  // namespace collsim
