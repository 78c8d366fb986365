#pragma once

#include <optional>
#include <vector>

#include "backends/fast/engine/row_times.hpp"

namespace collsim::fast {

class Ranks;

/// When each rank ends, seconds, by lane of the schedule.
using Ends = std::vector<std::optional<std::vector<double>>>;

/// Evaluates `lanes`, however many, as the platform of each has it: by Exchanges or Lanes, to the same bits as by Replay. Gives
/// nothing for lanes that only Replay can evaluate. `terms`: of each lane of the schedule. `uniform`: as of RowTimes. `window`:
/// seconds, as of EventLoop.
Ends evaluate(const Schedule& schedule, const Ranks& ranks, const std::vector<std::size_t>& lanes,
              const std::vector<Terms>& terms, bool uniform, double window);

/// Does the same for a schedule's only lane, where that is faster than Replay: by Exchanges.
std::optional<std::vector<double>> exchange_ends(const Schedule& schedule, const Ranks& ranks,
                                                 const Terms& terms, bool uniform);

}  // namespace collsim::fast
