#pragma once

#include <string>
#include <vector>

#include "evidence/published/claims.hpp"
#include "points/row.hpp"

namespace collsim {

/// A row per published number or claim, in the order of the claims. `rows`: answers to scenario_of(claims).
std::vector<Score> scores_of(const Claims& claims, const std::vector<Row>& rows);

/// Medians of the rows that are predicted or blind, and of those that are explained; NaN without any.
struct Medians {
  double predicted = Score::none, explained = Score::none;
};

/// What came of a work's rows, or of all.
struct Total {
  std::string name;
  int rows = 0, met = 0, missed = 0, unanswered = 0, tested = 0, not_offered = 0;
  int calibrated = 0, explained = 0, predicted = 0, blind = 0;  ///< of those met and missed
  /// Medians of |deviation| of times and bandwidths; of the factors by which gains and ratios of times miss the published
  /// number, or the nearer end of its interval; and of the factors by which switch-overs do, infinite where ours never come.
  Medians deviation = {}, ratio = {}, limit = {};
};
std::vector<Total> totals(const Claims& claims, const std::vector<Score>& scores);

/// Tells people the totals, and the rows that are not a table's.
std::string summary(const Claims& claims, const std::vector<Score>& scores);
/// Everything, in Markdown.
std::string to_text(const Claims& claims, const std::vector<Score>& scores);
/// A line for each row.
Cells to_cells(const std::vector<Score>& scores);

}  // namespace collsim
