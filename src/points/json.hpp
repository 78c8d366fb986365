#pragma once

#include "algorithms/facts/trace.hpp"
#include "points/point.hpp"
#include "support/json.hpp"

namespace collsim {

// How questions, answers and traces travel between processes and lie in files: what fields.hpp lists, by column.

void to_json(nlohmann::json& json, const Point& point);
/// Throws nlohmann::json::exception if a field is missing or of another type, Error for unknown words.
void from_json(const nlohmann::json& json, Point& point);
void to_json(nlohmann::json& json, const Outcome& outcome);
void from_json(const nlohmann::json& json, Outcome& outcome);

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Event, kind, peer, bytes, request, begin, end)

}  // namespace collsim
