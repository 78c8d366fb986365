#pragma once

#include <string>

namespace collsim {

/// The text with its control characters written as \n or \x1b: what others wrote must not steer a terminal, end a line of a
/// table, or make a picture that is no XML.
std::string printable(const std::string& text);

/// The text likewise, but the ends of its lines stay.
std::string printable_lines(const std::string& text);

}  // namespace collsim
