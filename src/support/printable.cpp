#include "support/printable.hpp"

#include <string_view>

namespace collsim {
namespace {

/// How many bytes of a control character stand at this place: of ASCII one, of those that UTF-8 writes from 0x80 to 0x9f,
/// which some terminals obey, two.
std::size_t control_at(std::string_view text, std::size_t place) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(place) < 0x20 || byte(place) == 0x7f) return 1;
  const bool second = byte(place) == 0xc2 && place + 1 < text.size();
  return second && byte(place + 1) >= 0x80 && byte(place + 1) < 0xa0 ? 2 : 0;
}

std::string escaped(const std::string& text, std::string_view kept) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string safe;
  for (std::size_t place = 0; place < text.size();) {
    const char c = text[place];
    const std::size_t control = kept.find(c) == std::string_view::npos ? control_at(text, place) : 0;
    const auto byte = static_cast<unsigned char>(text[place + (control == 2 ? 1 : 0)]);
    if (control == 0)
      safe += c;
    else if (c == '\n')
      safe += "\\n";
    else
      safe += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
    place += control == 0 ? 1 : control;
  }
  return safe;
}

}  // namespace

std::string printable(const std::string& text) {
  return escaped(text, "");
}

std::string printable_lines(const std::string& text) {
  return escaped(text, "\n");
}

}  // namespace collsim
