#include "support/xml_text.hpp"

#include "support/printable.hpp"

namespace collsim {

std::string xml_text(const std::string& text) {
  std::string safe;
  for (const char c : printable_lines(text))
    safe += c == '&'   ? "&amp;"
            : c == '<' ? "&lt;"
            : c == '>' ? "&gt;"
            : c == '"' ? "&quot;"
                       : std::string(1, c);
  return safe;
}

}  // namespace collsim
