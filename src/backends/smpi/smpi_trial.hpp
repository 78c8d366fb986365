#pragma once

#include <vector>

#include "algorithms/facts/trace.hpp"
#include "backends/smpi/simulation.hpp"

namespace collsim {

/// Executes a smpi point; ends the process's one simulation. With `traces`, records what every rank did.
/// Throws Error on a deadlock, MpiError.
Outcome simulate(Simulation& simulation, const Point& point, std::vector<Trace>* traces = nullptr);

}  // namespace collsim
