#pragma once

#include "backends/fast/client/collfast.hpp"

namespace collsim {

/// Answers points of the backends smpi, fast and model, all on `platform`, up to `jobs` trials at a time, and
/// hands over points[index]'s answer in the order in which answers come. Returns early, with the trials in
/// flight ended and unanswered, once `stop()` is true. A trial that crashes, deadlocks or is killed is an
/// outcome with the reason; throws Error only where nothing can be answered (the platform cannot be loaded).
void answer(const Platform& platform, const std::vector<Point>& points, int jobs,
            const std::function<bool()>& stop, const Done& done, const Collfast& collfast = {});

}  // namespace collsim
