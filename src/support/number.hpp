#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace collsim {

/// The number that `text` is from its first to its last character: no blanks, no sign but a minus, no unit; none if it is
/// anything else, or too large for a `Number`. Of floating-point numbers "inf" and "nan" are some.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || stopped != end) return {};
  return value;
}

}  // namespace collsim
