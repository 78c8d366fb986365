#include "backends/simgrid_version.hpp"

#include <simgrid/forward.h>  // version.h does not stand alone
#include <simgrid/version.h>

namespace collsim {

std::string simgrid_version() {
  return std::to_string(SIMGRID_VERSION_MAJOR) + "." + std::to_string(SIMGRID_VERSION_MINOR);
}

}  // namespace collsim
