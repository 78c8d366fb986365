#pragma once

#include <optional>
#include <vector>

#include "backends/fast/engine/engine.hpp"
#include "backends/fast/schedules/schedule.hpp"

namespace collsim::fast {

/// When each rank ends, seconds.
using FinishTimes = std::vector<double>;

/// Evaluates a schedule of one lane on an engine that has not run yet: to the bit as if Engine::run() had run what was recorded, and
/// with the same Errors.
FinishTimes evaluate(const Schedule& schedule, Engine& engine);

/// Evaluates `lanes` of a schedule at once, to the same bits, each on its network. `nodes`: of each rank, in all lanes. The answers
/// are by lane of the schedule. A lane has none if it isn't among them, or must be recorded and evaluated alone, because an order
/// of messages has to be found out that may differ from the others', or because something is wrong with it.
std::vector<std::optional<FinishTimes>> evaluate(const Schedule& schedule,
                                                 const std::vector<std::size_t>& lanes,
                                                 const std::vector<int>& nodes, const Networks& networks);

}  // namespace collsim::fast
