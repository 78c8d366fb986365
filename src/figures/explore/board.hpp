#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// How a page lays out the answers to a scenario that asks one backend, as a winner map does: {"algorithms": [{"name",
/// "letter", "colour"}], "processes": [...], "sizes": [{"text", "of": [[p, bytes], ...]}], "answered_by"}. A colour is a place in
/// the palette.
nlohmann::json board_json(const std::vector<Row>& rows);

/// The board's cells: {"p", "bytes", "winners": [...], "seconds", "second", "margin", "times": [[algorithm, seconds], ...], "unanswered":
/// [[algorithm, reason], ...]}. What nobody wins has no seconds, what has no second no margin.
nlohmann::json cells_json(const std::vector<Row>& rows);

}  // namespace collsim
