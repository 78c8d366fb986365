#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// The installed MPI, measured by the program collrun.
const Backend& native_backend();

}  // namespace collsim
