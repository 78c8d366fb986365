#pragma once

#include <string>

#include "backends/backend.hpp"

namespace collsim {

/// Simulates the point with traces, writes PREFIX.svg, PREFIX_links.svg and PREFIX.perfetto-trace, and says in a few lines how busy its
/// ranks are. Throws Error where the point has no trace (backends/traced.hpp).
std::string draw_timeline(const Setup& setup, const Point& point, const std::string& prefix);

}  // namespace collsim
