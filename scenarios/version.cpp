#include "scenarios/version.hpp"

#include <simgrid/forward.h>  // version.h does not stand alone
#include <simgrid/version.h>

namespace collsim {

std::string collsim_version() {
  return COLLSIM_VERSION;
}

std::string simgrid_version() {
  return std::to_string(SIMGRID_VERSION_MAJOR) + "." + std::to_string(SIMGRID_VERSION_MINOR);
}

std::string engine_version(const std::string& backend) {
  const std::string collsim = "collsim " + collsim_version();
  return backend == "smpi" ? collsim + ", SimGrid " + simgrid_version() : collsim + ", " + backend;
}

}  // namespace collsim
