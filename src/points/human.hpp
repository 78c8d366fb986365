#pragma once

#include <string>

#include "points/fields.hpp"

namespace collsim {

/// A cell in a table for people; `unit` is that of its field.
std::string human_cell(const Cell& cell, const std::string& unit);

}  // namespace collsim
