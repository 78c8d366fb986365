#pragma once

#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// The columns `deviation` and `deviation_from`: by what share a row's time is above, or below, that of the truest answer
/// to the same question (is_truer()), and which backend gave that. Empty if no question has two answers.
Columns deviation_columns(const std::vector<Row>& rows);

/// Tells people for every two backends that met, at how many points, and the median, the 90th percentile and the worst of
/// |deviation|, with the point that has it. Empty likewise.
std::string deviation_table(const std::vector<Row>& rows);

}  // namespace collsim
