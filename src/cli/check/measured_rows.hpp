#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "lab/tuner/followed.hpp"
#include "points/row.hpp"

namespace collsim {

enum class MeasuredOf {
  all,
  judged  ///< that predictions are judged by: they calibrate nothing, and are of the network rather than the software
};

/// The cells of --measured that have a counterpart, as if they were measured here. Throws Error.
std::vector<Row> measured_rows(CommandLine arguments, MeasuredOf which);

/// What the library's own choice took, by race.
std::map<Point, double> own_choices(const std::vector<Row>& rows);

/// Tells people in a line for each collective what following rules costs, and what the library's own choices do at the same cells.
std::string measured_table(const std::vector<Followed>& cells, const std::map<Point, double>& own);

}  // namespace collsim
