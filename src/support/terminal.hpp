#pragma once

#include <string>

namespace collsim {

/// Whether what is written to this file descriptor may be coloured: it is a terminal, and neither a NO_COLOR that is not empty
/// (no-color.org) nor TERM=dumb forbids it.
bool takes_colours(int file);

/// The text in bold, or as it is where standard output takes no colours.
std::string bold(const std::string& text);
/// The text in bold red, or as it is where standard error takes no colours.
std::string red(const std::string& text);

}  // namespace collsim
