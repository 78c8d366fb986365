#pragma once

#include <string>

namespace collsim {

/// What a column of results says, for people. Throws std::out_of_range for one that is not among columns().
const std::string& meaning_of_column(const std::string& name);

}  // namespace collsim
