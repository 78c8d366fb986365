#pragma once

#include <nlohmann/json_fwd.hpp>

#include "backends/backend.hpp"
#include "lab/scenarios/scenario.hpp"

namespace collsim {

/// Why the scenario's only point takes its time, for a page to draw: the shares and segments of its critical path, its messages
/// by rounds and in time, what every rank does when, and the links that are busiest. Times are in seconds from the common
/// start. Forks. Throws Error for more than one point, 128 ranks or 20,000 messages, and where there is no trace.
nlohmann::json inside_json(Scenario& scenario, const Setup& setup);

}  // namespace collsim
