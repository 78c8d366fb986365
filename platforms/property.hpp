#pragma once

#include <string>

namespace collsim {

/// Throws Error with the nearest names unless the root zone of a platform can have a property of this name
/// (platforms/README.md), sources left aside.
void check_property(const std::string& name);

}  // namespace collsim
