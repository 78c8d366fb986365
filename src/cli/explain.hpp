#pragma once

#include <cstddef>
#include <string>

#include "backends/backend.hpp"
#include "models/critical_path.hpp"

namespace collsim {

/// Simulates the point with traces and says why it takes its time: the shares of the critical path, its
/// sequence of messages and local work (at most `longest` steps: the first and the last ones), and the
/// busiest links. Throws Error where the point has no trace: model and native points, `library`, what is
/// unsupported or fails. `with_derivatives`: also how the time changes with each number of the platform, from the critical
/// path where that explains all of the time, else by simulating again.
std::string explain(const Setup& setup, const Point& point, bool with_derivatives = false,
                    std::size_t longest = 40);

/// Tells programs the same, in JSON: `seconds`; `shares` and `links`, of which each has seconds; `steps`, all of them, whose seconds
/// count from the common start. Bytes are in `bytes`.
std::string explain_as_json(const Setup& setup, const Point& point);

/// The text for a trial that has been simulated.
std::string explanation(const Point& point, const Explained& run, const CriticalPath& path,
                        std::size_t longest);

}  // namespace collsim
