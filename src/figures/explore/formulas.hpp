#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// What formulas answer to a scenario that asks the backend model alone: board_json() with all "cells". Throws Error where that
/// would take longer than a page waits for.
nlohmann::json formulas_json(Scenario& scenario);

}  // namespace collsim
