#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "scenarios/scenario.hpp"
#include "support/document.hpp"

namespace collsim {

/// The points of a document that fits the schema: for each sweep, every combination of its lists. Throws
/// DocumentError, also where there are more than `most_points`.
std::vector<Point> expand(const nlohmann::json& document, const Origin& origin, Platforms& platforms,
                          std::size_t most_points);

}  // namespace collsim
