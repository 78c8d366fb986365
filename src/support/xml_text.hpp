#pragma once

#include <string>

namespace collsim {

/// Text in XML and HTML, also within quotes. XML has no place for control characters but the ends of lines: printable.
std::string xml_text(const std::string& text);

}  // namespace collsim
