#include "platforms/quantity.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <utility>

#include "support/error.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

/// The number at the start and the rest.
std::pair<double, std::string> split(const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc())
    throw Error(fmt::format("'{}' is not a number with a unit, such as 480MBps or 1.5us", text));
  return {number, std::string(end, text.data() + text.size())};
}

double in_units(const std::string& text, const std::map<std::string, double>& units) {
  const auto [number, unit] = split(text);
  const auto place = units.find(unit);
  if (place == units.end()) {
    std::string known;
    for (const auto& [name, factor] : units) known += (known.empty() ? "" : " ") + name;
    throw Error(fmt::format("'{}' has the unknown unit '{}'; known: {}", text, unit, known));
  }
  return number * place->second;
}

}  // namespace

double parse_quantity(const std::string& text) {
  static const std::map<std::string, double> units = {
      {"", 1},       {"s", 1},      {"ms", 1e-3},  {"us", 1e-6},  {"ns", 1e-9},   {"Bps", 1},
      {"kBps", 1e3}, {"KBps", 1e3}, {"MBps", 1e6}, {"GBps", 1e9}, {"TBps", 1e12}, {"PBps", 1e15},
      {"f", 1},      {"kf", 1e3},   {"Mf", 1e6},   {"Gf", 1e9},   {"Tf", 1e12},   {"Pf", 1e15}};
  return in_units(text, units);
}

std::string scale_quantity(const std::string& text, double factor) {
  const auto [number, unit] = split(text);
  return fmt::format("{}{}", number * factor, unit);
}

std::string human_quantity(const std::string& text) {
  const std::string unit = split(text).second;
  const double number = parse_quantity(text);
  if (unit.ends_with("s") && !unit.ends_with("Bps")) return human_seconds(number);
  if (!unit.ends_with("Bps")) return text;
  for (const auto& [size, prefix] : {std::pair{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}})
    if (number >= size) return fmt::format("{:.4g} {}B/s", number / size, prefix);
  return fmt::format("{:.4g} B/s", number);
}

double parse_bytes(const std::string& text) {
  static const std::map<std::string, double> units = {{"", 1},         {"B", 1},       {"K", 0x1p10},
                                                      {"KiB", 0x1p10}, {"M", 0x1p20},  {"MiB", 0x1p20},
                                                      {"G", 0x1p30},   {"GiB", 0x1p30}};
  return in_units(text, units);
}

}  // namespace collsim
