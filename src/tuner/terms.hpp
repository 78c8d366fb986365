#pragma once

#include <string>

#include "points/choice.hpp"

namespace collsim {

/// What tells two algorithms apart at a call, by their stages: "10 rounds and 2.0 n sent against 18 and 1.5 n; 0.9 n combined by each".
/// Empty where one has no formula.
std::string terms_text(const Shape& shape, const Choice& one, const Choice& other);

}  // namespace collsim
