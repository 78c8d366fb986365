#include "platforms/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// The number at the start, and what follows it and blanks.
std::pair<double, std::string> split(const std::string& text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, failure] = std::from_chars(text.data(), last, number);
  if (failure != std::errc())
    throw Error(fmt::format("'{}' is not a number with a unit, such as 480MBps or 1.5us", text));
  return {number, std::string(std::find_if(end, last, [](char c) { return c != ' '; }), last)};
}

struct Unit {
  double factor;
  Dimension dimension;
};

std::optional<Unit> time_unit(const std::string& unit) {
  static const std::map<std::string, double> seconds = {{"ps", 1e-12}, {"ns", 1e-9}, {"us", 1e-6},
                                                        {"ms", 1e-3},  {"s", 1},     {"m", 60},
                                                        {"h", 3600},   {"d", 86400}, {"w", 604800}};
  const auto place = seconds.find(unit);
  return place == seconds.end() ? std::nullopt : std::optional(Unit{place->second, Dimension::time});
}

/// One of a base with a prefix, such as kBps. Binary prefixes stand before bytes and bits only.
std::optional<Unit> prefixed_unit(const std::string& unit) {
  static const std::map<std::string, double> decimal = {{"", 1},     {"k", 1e3},  {"M", 1e6}, {"G", 1e9},
                                                        {"T", 1e12}, {"P", 1e15}, {"E", 1e18}};
  static const std::map<std::string, double> binary = {{"Ki", 0x1p10}, {"Mi", 0x1p20}, {"Gi", 0x1p30},
                                                       {"Ti", 0x1p40}, {"Pi", 0x1p50}, {"Ei", 0x1p60}};
  constexpr double bit = 0.125;
  for (const auto& [base, size, dimension] : {std::tuple("Bps", 1.0, Dimension::rate),
                                              {"bps", bit, Dimension::rate},
                                              {"B/s", 1.0, Dimension::rate},
                                              {"b/s", bit, Dimension::rate},
                                              {"bit/s", bit, Dimension::rate},
                                              {"bits", bit, Dimension::rate},
                                              {"f", 1.0, Dimension::speed}}) {
    if (!unit.ends_with(base)) continue;
    const std::string prefix = unit.substr(0, unit.size() - std::string(base).size());
    if (const auto place = decimal.find(prefix); place != decimal.end())
      return Unit{size * place->second, dimension};
    if (const auto place = binary.find(prefix); place != binary.end() && dimension == Dimension::rate)
      return Unit{size * place->second, dimension};
  }
  return std::nullopt;
}

}  // namespace

Quantity read_quantity(const std::string& text) {
  const auto [number, unit] = split(text);
  if (unit.empty()) return {number, Dimension::none};
  if (const auto known = time_unit(unit)) return {number * known->factor, known->dimension};
  if (const auto known = prefixed_unit(unit)) return {number * known->factor, known->dimension};
  if (unit.starts_with('K') && prefixed_unit("k" + unit.substr(1)))
    throw Error(fmt::format("'{}' has the unknown unit '{}'; right would be k{} (1000) or Ki{} (1024)", text,
                            unit, unit.substr(1), unit.substr(1)));
  throw Error(fmt::format(
      "'{}' has the unknown unit '{}'; known: ps ns us ms s m h d w, and Bps (bytes), bps (bits) or f "
      "after k M G T P E, or of bytes and bits Ki Mi Gi Ti Pi Ei",
      text, unit));
}

double parse_quantity(const std::string& text) {
  return read_quantity(text).value;
}

std::string scale_quantity(const std::string& text, double factor) {
  const auto [number, unit] = split(text);
  return fmt::format("{}{}", number * factor, unit);
}

std::string human_quantity(const std::string& text) {
  const auto [number, dimension] = read_quantity(text);
  if (dimension == Dimension::time) return human_seconds(number);
  if (dimension != Dimension::rate) return text;
  for (const auto& [size, prefix] : {std::pair{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}})
    if (number >= size) return fmt::format("{:.4g} {}B/s", number / size, prefix);
  return fmt::format("{:.4g} B/s", number);
}

double parse_bytes(const std::string& text) {
  static const std::map<std::string, double> units = {
      {"", 1},        {"B", 1},        {"K", 0x1p10}, {"Ki", 0x1p10}, {"KiB", 0x1p10}, {"M", 0x1p20},
      {"Mi", 0x1p20}, {"MiB", 0x1p20}, {"G", 0x1p30}, {"Gi", 0x1p30}, {"GiB", 0x1p30}};
  const auto [number, unit] = split(text);
  const auto place = units.find(unit);
  if (place == units.end())
    throw Error(fmt::format("'{}' has the unknown unit '{}'; known: B KiB MiB GiB, or K M G", text, unit));
  return number * place->second;
}

}  // namespace collsim
