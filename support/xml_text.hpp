#pragma once

#include <string>

namespace collsim {

/// Text in XML and HTML, also within quotes.
std::string xml_text(const std::string& text);

}  // namespace collsim
