#pragma once

#include <filesystem>
#include <string>

#include "points/row.hpp"

namespace collsim {

/// Writes the table into PREFIX.csv and PREFIX.json. Returns the name of the first.
std::string write_cells(const std::filesystem::path& prefix, const Cells& cells);

}  // namespace collsim
