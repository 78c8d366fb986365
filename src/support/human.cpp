#include "support/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "support/error.hpp"
#include "support/number.hpp"

namespace collsim {
namespace {

struct TimeUnit {
  std::string_view name;
  int exponent;  ///< of ten
  double times = 1;
};
constexpr std::array<TimeUnit, 7> time_units = {
    {{"ns", -9}, {"us", -6}, {"ms", -3}, {"s", 0}, {"min", 0, 60}, {"h", 0, 3600}, {"d", 0, 86400}}};

std::string two_units(std::int64_t amount, int of_the_larger, const char* larger, const char* smaller) {
  std::string text = fmt::format("{} {}", amount / of_the_larger, larger);
  if (amount % of_the_larger > 0) text += fmt::format(" {} {}", amount % of_the_larger, smaller);
  return text;
}

/// The number with its point so many places further to the right; nothing where it is too large.
std::optional<double> shifted(std::string_view number, int places) {
  const auto e = number.find_first_of("eE");
  std::string_view exponent = e == number.npos ? "0" : number.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  const auto own = number_in<int>(exponent);
  if (!own || *own > 1000 || *own < -1000) return {};
  return number_in<double>(fmt::format("{}e{}", number.substr(0, e), *own + places));
}

std::string_view without_blanks_before(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == text.npos ? std::string_view() : text.substr(first);
}

/// Takes a number and its unit off the text, and returns the seconds.
double take_part(std::string_view& rest, std::string_view whole) {
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("'{}' {}; right would be a time such as 20us, 1.3 us, 5ms or 2 min", whole, why));
  };
  double number = 0;
  const char* const last = rest.data() + rest.size();
  const auto [end, failure] = std::from_chars(rest.data(), last, number);
  if (failure == std::errc::invalid_argument || !std::isfinite(number)) refuse("is no time");
  const std::string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.data()));
  rest = without_blanks_before(rest.substr(digits.size()));
  const std::string_view unit = rest.substr(0, rest.find(' '));
  if (unit.empty() && number == 0) return 0;
  constexpr double hardly_seconds = 0.1;  // from here on rather a number of microseconds
  if (unit.empty() && number < hardly_seconds)
    throw Error(fmt::format("'{}' is a time without a unit; right would be {}, if seconds are meant", whole,
                            exact_seconds(number)));
  if (unit.empty())
    throw Error(fmt::format("'{}' is a time without a unit; right would be {}us, or {} if seconds are meant",
                            whole, digits, exact_seconds(number)));
  for (const auto& known : time_units) {
    if (unit != known.name) continue;
    rest = without_blanks_before(rest.substr(unit.size()));
    const auto seconds = shifted(digits, known.exponent);
    if (!seconds) refuse("is too large or too small");
    return *seconds * known.times;
  }
  refuse(fmt::format("has the unknown unit '{}'", unit));
  return 0;
}

}  // namespace

std::string human_seconds(double seconds) {
  if (seconds == 0) return "0 s";
  if (seconds < 0) return "-" + human_seconds(-seconds);
  if (seconds < 1e-6) return fmt::format("{:.4g} ns", seconds * 1e9);
  if (seconds < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  if (seconds < minute) return fmt::format("{:.4g} s", seconds);
  if (seconds < hour - 0.5) return two_units(std::llround(seconds), 60, "min", "s");
  if (seconds < day - minute / 2) return two_units(std::llround(seconds / minute), 60, "h", "min");
  if (seconds < 100 * day) return two_units(std::llround(seconds / hour), 24, "d", "h");
  return fmt::format("{:.6g} d", seconds / day);
}

double parse_seconds(std::string_view text) {
  double seconds = 0;
  std::string_view rest = without_blanks_before(text);
  do seconds += take_part(rest, text);
  while (!rest.empty());
  return seconds;
}

std::string exact_seconds(double seconds) {
  std::array<char, 32> shortest{};
  const auto end = std::to_chars(shortest.data(), shortest.data() + shortest.size(), seconds,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view written(shortest.data(), static_cast<std::size_t>(end - shortest.data()));
  const auto e = written.find('e');
  std::string digits(written.substr(0, e));
  if (seconds <= 0 || !std::isfinite(seconds)) return fmt::format("{}s", seconds);
  std::erase(digits, '.');
  const bool positive = written[e + 1] == '+';
  const int exponent = number_in<int>(written.substr(e + (positive ? 2 : 1))).value_or(0);
  const TimeUnit& unit = time_units.at(exponent < -6 ? 0 : exponent < -3 ? 1 : exponent < 0 ? 2 : 3);
  const int before_point = exponent - unit.exponent + 1;
  if (before_point < 1) digits.insert(0, static_cast<std::size_t>(1 - before_point), '0');
  const auto point = static_cast<std::size_t>(std::max(before_point, 1));
  if (digits.size() < point) digits.append(point - digits.size(), '0');
  if (digits.size() > point) digits.insert(point, ".");
  return digits + std::string(unit.name);
}

std::string human_bytes(std::int64_t bytes) {
  constexpr double blocks = 0.001;  // equal blocks change a size that somebody asks by less than this share
  for (const auto& [shift, unit] : {std::pair{30, "GiB"}, {20, "MiB"}, {10, "KiB"}}) {
    const std::int64_t size = std::int64_t{1} << shift;
    if (bytes >= size && bytes % size == 0) return fmt::format("{} {}", bytes / size, unit);
    const double exact = static_cast<double>(bytes) / static_cast<double>(size), whole = std::round(exact);
    const bool asked = bytes % (size >> 10) != 0 && std::abs(exact - whole) < std::min(0.05, blocks * whole);
    if (asked) return fmt::format("{:.0f} {}", whole, unit);
    if (bytes >= 10 * size) return fmt::format("{:.1f} {}", exact, unit);
    if (bytes >= size && shift > 10 && bytes % 1024 != 0) return fmt::format("{:.2f} {}", exact, unit);
  }
  return fmt::format("{} B", bytes);
}

std::string human_percent(double share) {
  if (share == 0) return "0 %";
  if (share < 0.0005) return "< 0.1 %";
  return share < 10 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

std::string human_span(const std::string& first, const std::string& last) {
  return first == last ? first : first + " .. " + last;
}

}  // namespace collsim
