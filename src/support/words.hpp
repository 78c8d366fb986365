#pragma once

#include <string>
#include <vector>

namespace collsim {

/// The parts of a text between blanks.
std::vector<std::string> words_of(const std::string& text);

}  // namespace collsim
