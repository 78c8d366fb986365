#pragma once

#include <string>

namespace collsim {

/// Tells with which SimGrid this program was built: "3.32".
std::string simgrid_version();

}  // namespace collsim
