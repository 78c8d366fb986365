#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "backends/backend.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// Has the scenario's points answered by their backend, with fewest ranks first, and hands over messages as cells are complete:
/// {"cells": cells_json(), "done", "of"}. Forks. Throws Error where that would take more than a page is given: two minutes of
/// one core, or half of the memory.
void simulate_cells(Scenario& scenario, int jobs, const Setup& setup,
                    const std::function<void(const nlohmann::json&)>& send);

}  // namespace collsim
