#pragma once

#include <exception>
#include <string>

namespace collsim {

/// What an exception says, in a line as an Error's: also where memory is short, or the system refuses a path.
std::string in_a_line(const std::exception& error);

/// What the system's error number means, and which limit to raise where it is one.
std::string why_refused(int code);

}  // namespace collsim
