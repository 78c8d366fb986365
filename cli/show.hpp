#pragma once

#include <string>

namespace collsim {

/// `collsim list`: algorithms, platforms or scenarios, one a line. Throws Error.
std::string list(const std::string& what);

/// `collsim show`: an algorithm (allreduce/ring), a platform or a scenario. Throws Error with the nearest
/// names.
std::string show(const std::string& name);

}  // namespace collsim
