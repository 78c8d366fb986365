#pragma once

#include <vector>

namespace collsim {

/// The numbers of the processors on which the operating system lets this process run, in rising order; empty if it does
/// not tell.
std::vector<int> allowed_processors();

}  // namespace collsim
