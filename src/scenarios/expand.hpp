#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "scenarios/scenario.hpp"
#include "support/document.hpp"

namespace collsim {

/// The points of a document that fits the schema: for each sweep, every combination of its lists. Throws
/// DocumentError, also where there are more than `most_points`.
std::vector<Point> expand(const nlohmann::json& document, const Origin& origin, Platforms& platforms,
                          std::size_t most_points);

/// The elements of a call that is nearest to `size`, in units of `width` bytes, among those that the point's collective takes: at
/// least one of each rank.
std::int64_t nearest_count(const Point& point, std::int64_t size, std::int64_t width);

}  // namespace collsim
