#pragma once

#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// What --columns takes for all of them.
inline constexpr const char* all_columns = "all";

/// The columns that a table of these rows shows people, of `known`: those that `asked` names, separated by commas, or all of
/// them; if it is empty, what was asked, by its label, and the time, but nothing that nobody set. Throws Error with the
/// nearest names.
Columns table_columns(const std::vector<Row>& rows, const std::string& asked, const Columns& known);

}  // namespace collsim
