#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "lab/decisions/judged.hpp"
#include "platforms/platform.hpp"

namespace collsim {

/// The scenario of `collsim validate native`: every algorithm of every collective on `processes` ranks of the platform,
/// natively and by every backend and network.
std::string native_scenario(const std::string& platform, int processes);

/// Joins native rows with the others that ask the same. Native rows whose measured numbers a calibration used
/// (measured_digest() is in `calibrated`) are not judged, nor is the simulated library, which is not the installed one.
Judgement judge_native(const std::vector<Row>& rows, const std::set<std::string>& calibrated = {});

/// Half a round trip of 4 KiB between ranks 0 and 1 of the first point that has them on one node, in seconds; 0 where none has, or the
/// platform has no levels.
double pace_by_levels(const Platform& platform, const std::vector<Point>& points);

/// Writes Markdown: errors by size, choices of all cells, by size and by collective, errors by collective and by algorithm, the
/// worst cells with what explains them, what was excluded.
std::string to_text(const Judgement& judgement);

/// What plots/predicted.gp draws: predictions over what they are compared with, and the mean regret of choices by size.
std::string picture_of(const Judgement& judgement);

/// The rows of a collective that a figure has room for: native, the formula's, and those simulated over `network`, or, where
/// there are none, by SMPI; of the `most` algorithms that are natively nearest to the best over all sizes.
std::vector<Row> figure_rows_of(const std::vector<Row>& rows, const std::string& collective,
                                const NetworkName& network, std::size_t most = 4);

}  // namespace collsim
