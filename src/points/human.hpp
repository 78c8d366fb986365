#pragma once

#include <string>

#include "points/row.hpp"
#include "support/text_table.hpp"

namespace collsim {

/// A cell in a table for people; `unit` is that of its field.
std::string human_cell(const Cell& cell, const std::string& unit);

/// Rows, of which there must be some, in these columns. take_shared() leaves the columns that tell rows apart.
TextTable text_table(const std::vector<Row>& rows, const Columns& shown);

}  // namespace collsim
