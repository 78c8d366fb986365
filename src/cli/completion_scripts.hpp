#pragma once

#include <string>

namespace collsim {

/// What makes a shell, bash, zsh or fish, ask `collsim completion words` for what may come next. Throws Error for any other.
std::string completion_script(const std::string& shell);

}  // namespace collsim
