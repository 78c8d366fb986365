#pragma once

#include <string>

namespace collsim {

/// Of SimGrid as this program was built with it: "3.32".
std::string simgrid_version();

}  // namespace collsim
