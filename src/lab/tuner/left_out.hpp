#pragma once

#include <vector>

#include "lab/tuner/followed.hpp"
#include "lab/tuner/tuned.hpp"

namespace collsim {

/// What rules cost at calls that they were not tuned by, over the best that the target has: of each collective the calls of each number
/// of processes in turn, or of each size where there are fewer than three. Where rules do not reach, the library's own table holds, if
/// it is known.
std::vector<Followed> left_out(const Target& target, const std::vector<Row>& rows,
                               const TuningBounds& bounds);

}  // namespace collsim
