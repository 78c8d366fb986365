#pragma once

#include <vector>

#include "points/outcome.hpp"

namespace collsim {

/// An interval takes as many starts of a program, because each places its memory and its ranks differently, so that
/// repetitions within one tell little of the next: Hunold and Carpen-Amarie, IEEE TPDS 27(12), 2016.
constexpr int enough_launches = 6;

/// The answer of several launches to a point, all ok: the median of each of their times, and the interval of `seconds`.
Outcome over_launches(const std::vector<Outcome>& launches);

/// What holds the ratio of two times with at least 95 %, where both have intervals: of two runs of the same, whose launches are
/// alike, six each, 998 of 1000 contain 1.
RealInterval ratio_interval(const RealInterval& one, const RealInterval& other);

}  // namespace collsim
