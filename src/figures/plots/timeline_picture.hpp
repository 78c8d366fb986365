#pragma once

#include <string>
#include <vector>

#include "models/activity.hpp"

namespace collsim {

/// What every rank does from `begin` to the end, as SVG: a bar for each, coloured by what takes most of a pixel's time. `source`:
/// lines about where the numbers come from.
std::string timeline_picture(const std::string& title, const std::vector<std::vector<Span>>& spans,
                             double begin, const std::string& source);

/// Gives the same as a trace that Perfetto opens (protobuf): a track for each rank, a slice for each span, whose names are the
/// activities and whose annotations the peer and the bytes. Times are in nanoseconds from `begin` on.
std::string perfetto_trace(const std::vector<std::vector<Span>>& spans, double begin);

}  // namespace collsim
