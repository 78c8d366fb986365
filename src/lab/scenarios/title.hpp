#pragma once

#include <string>
#include <vector>

#include "points/point.hpp"

namespace collsim {

/// What these points ask, as a heading: "Which allreduce is fastest on star [link.bandwidth=x2], 2 to 64 processes, 8 B to 4 MiB?". What
/// differs between them is left to the series of a figure. There must be at least one.
std::string title_of(const std::vector<Point>& points);

}  // namespace collsim
