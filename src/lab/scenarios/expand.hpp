#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "lab/scenarios/scenario.hpp"
#include "support/document.hpp"

namespace collsim {

/// Gives a scenario the points of a document that fits the schema: for each sweep, every combination of its lists whose ranks
/// fit the platform. Throws DocumentError, also where a sweep has none, or all have more than `most_points`.
void expand(const nlohmann::json& document, const Origin& origin, std::size_t most_points,
            Scenario& scenario);

/// The elements of a call that is nearest to `size`, in units of `width` bytes, among those that the point's collective takes: at
/// least one of each rank.
std::int64_t nearest_count(const Point& point, std::int64_t size, std::int64_t width);

}  // namespace collsim
