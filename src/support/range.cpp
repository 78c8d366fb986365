#include "support/range.hpp"

#include <charconv>
#include <cmath>
#include <optional>

#include "support/error.hpp"

namespace collsim {
namespace {

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The exponent of a unit: 10 of K and Ki, of bytes also of KiB. Nothing for what is none, such as KB, which some take for 1000 bytes.
std::optional<int> binary_exponent(std::string_view unit, Of of) {
  if (of == Of::bytes && unit.ends_with('B') && unit.size() != 2) unit.remove_suffix(1);
  if (unit.empty()) return 0;
  if (unit.size() == 2 && unit.ends_with('i')) unit.remove_suffix(1);
  return unit == "K"   ? std::optional(10)
         : unit == "M" ? std::optional(20)
         : unit == "G" ? std::optional(30)
                       : std::nullopt;
}

double parse_factor(std::string_view text, std::string_view range) {
  double factor = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), factor);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(factor) || factor <= 1)
    throw Error("the factor of range " + quoted(range) +
                " is not a number above 1; right would be x2 or x1.5");
  return factor;
}

/// A range whose factor is so near 1 that it hardly grows repeats itself: `steps` counts those, too.
void append(std::vector<Size>& sizes, std::size_t& steps, std::int64_t value, std::string_view range) {
  if (++steps > 10 * most_sizes)
    throw Error("range " + quoted(range) + " hardly grows; right would be a larger step");
  if (!sizes.empty() && !sizes.back().exact && sizes.back().value == value) return;
  sizes.push_back({value, false});
  if (sizes.size() > most_sizes)
    throw Error("range " + quoted(range) + " has more than 100000 values; right would be a larger step");
}

/// Gives both ends, and the powers of two between.
std::vector<Size> without_step(const Interval& ends) {
  std::vector<Size> sizes = {{ends.first, false}};
  for (std::int64_t power = 1; power < ends.last; power *= 2)
    if (power > ends.first) sizes.push_back({power, false});
  if (ends.last > ends.first) sizes.push_back({ends.last, false});
  return sizes;
}

std::vector<Size> parse_range(std::string_view range, Of of) {
  const auto dots = range.find("..");
  const auto colon = std::min(range.find(':'), range.size());
  if (colon < dots || colon + 1 == range.size())
    throw Error("range " + quoted(range) + " names no step; right would be a..b:x2 or a..b:+8");
  const std::int64_t first = parse_size(range.substr(0, dots), of);
  const std::int64_t last = parse_size(range.substr(dots + 2, colon - dots - 2), of);
  if (first > last)
    throw Error("range " + quoted(range) + " ends before it starts; right would be a..b with a <= b");
  if (colon == range.size()) return without_step({first, last});
  const std::string_view step = range.substr(colon + 1);
  std::vector<Size> sizes;
  std::size_t steps = 0;
  if (step.front() == '+') {
    const std::int64_t distance = parse_size(step.substr(1), of);
    if (distance < 1) throw Error("the step of range " + quoted(range) + " is not above 0");
    for (std::int64_t value = first; value <= last; value += distance) append(sizes, steps, value, range);
  } else if (step.front() == 'x') {
    const double factor = parse_factor(step.substr(1), range);
    if (first < 1) throw Error("range " + quoted(range) + " multiplies 0; right would be a start above 0");
    // The end may be missed by rounding of the powers.
    const double end = static_cast<double>(last) * (1 + 1e-12);
    for (double value = static_cast<double>(first); value <= end; value *= factor)
      append(sizes, steps, std::min(std::llround(value), static_cast<long long>(last)), range);
  } else {
    throw Error("range " + quoted(range) + " has an unknown step; right would be a..b:x2 or a..b:+8");
  }
  return sizes;
}

}  // namespace

std::int64_t parse_size(std::string_view text, Of of) {
  const std::string_view number = trimmed(text);
  double value = 0;
  const char* const last = number.data() + number.size();
  const auto [end, failure] = std::from_chars(number.data(), last, value, std::chars_format::fixed);
  const auto exponent = binary_exponent(trimmed({end, static_cast<std::size_t>(last - end)}), of);
  if (failure == std::errc::invalid_argument || !(value >= 0) || std::isinf(value) || !exponent)
    throw Error(quoted(text) + " is not a size; right would be a whole number such as 8, 64K or 16M" +
                (of == Of::bytes ? ", or 64 KiB" : ""));
  std::int64_t whole = 0;
  const auto digits = std::from_chars(number.data(), last, whole);
  const double size = std::ldexp(value, *exponent);
  if (digits.ec != std::errc() || whole > largest_size >> *exponent ||
      size > static_cast<double>(largest_size))
    throw Error(quoted(text) + " is too large; right would be a number below 2^62");
  if (digits.ptr == end) return whole << *exponent;
  if (size == std::floor(size)) return static_cast<std::int64_t>(size);
  throw Error(quoted(text) + " is no whole number; right would be " +
              std::to_string(std::llround(std::floor(size))) + " or " +
              std::to_string(std::llround(std::ceil(size))));
}

std::vector<Size> parse_sizes(std::string_view text, Of of) {
  std::vector<Size> sizes;
  for (const auto& part : split_list(text)) {
    if (sizes.size() > most_sizes)
      throw Error(quoted(text) + " has more than 100000 values; right would be fewer or shorter ranges");
    if (part.find("..") == std::string::npos) {
      sizes.push_back({parse_size(part, of), true});
      continue;
    }
    for (const auto& size : parse_range(part, of)) sizes.push_back(size);
  }
  return sizes;
}

Interval parse_interval(std::string_view text, const Interval& all, Of of) {
  const auto dots = text.find("..");
  const bool open = dots != std::string_view::npos;
  const std::string_view begin = trimmed(text.substr(0, dots));
  const std::string_view end = open ? trimmed(text.substr(dots + 2)) : begin;
  if (begin.empty() && end.empty())
    throw Error(quoted(text) + " has neither first nor last; right would be 8, 2..64, ..8K or 1M..");
  const Interval interval{begin.empty() ? all.first : parse_size(begin, of),
                          end.empty() ? all.last : parse_size(end, of)};
  if (interval.empty()) throw Error(quoted(text) + " ends before it starts; right would be a..b with a <= b");
  if (interval.common(all) != interval)
    throw Error(quoted(text) + " is out of range; right would be " + std::to_string(all.first) + " to " +
                std::to_string(all.last));
  return interval;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '(') ++depth;
    if (i < text.size() && text[i] == ')') --depth;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    parts.emplace_back(trimmed(text.substr(start, i - start)));
    start = i + 1;
  }
  return parts;
}

}  // namespace collsim
