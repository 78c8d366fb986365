#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// Our own engine, which simulates in the program collfast.
const Backend& fast_backend();

}  // namespace collsim
