#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// How many points have no answer, by their status: "unsupported: needs a power of two".
using Unanswered = std::map<std::string, std::size_t>;

Unanswered unanswered(const std::vector<Row>& rows);

/// "12 unsupported: needs a power of two; 3 missing: run collrun", the most frequent first, and few of many.
std::string to_text(const Unanswered& reasons);

/// Throws Error: no point of a scenario has an answer, and why.
[[noreturn]] void refuse_without_answer(const Unanswered& reasons);

}  // namespace collsim
