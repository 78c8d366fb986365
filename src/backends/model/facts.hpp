#pragma once

#include "backends/backend.hpp"

namespace collsim {

/// Formulas: an algorithm's cost on the routes and rates of a platform, by Hockney, or by LogGP as the network `loggp`.
const Backend& model_backend();

}  // namespace collsim
