#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "backends/point.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// Receives the answer to points[index], in the order in which answers come.
using Done = std::function<void(std::size_t index, const Outcome& outcome)>;

/// Answers points of the backends smpi and model, all on `platform`, up to `jobs` trials at a time. Returns
/// early, with the trials in flight ended and unanswered, once `stop()` is true. A trial that crashes,
/// deadlocks or is killed is an outcome with the reason; throws Error only where nothing can be answered (the
/// platform cannot be loaded).
void answer(const Platform& platform, const std::vector<Point>& points, int jobs,
            const std::function<bool()>& stop, const Done& done);

/// Bytes of memory that simulating `point` needs, all its ranks together.
std::int64_t memory_needed(const Point& point);

}  // namespace collsim
