#pragma once

#include <string>

namespace collsim {

/// Opens a library of collsim's, which fills in what it can do and takes the rest from the program. A second time it does nothing.
/// Throws Error where it is not built.
void open_module(const std::string& name);

}  // namespace collsim
