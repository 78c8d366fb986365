#pragma once

#include <map>
#include <string>
#include <vector>

#include "evidence/published/claims.hpp"
#include "points/row.hpp"

namespace collsim {

/// A row per published number or claim, in the order of the claims. `rows`: answers to scenario_of(claims).
std::vector<Score> scores_of(const Claims& claims, const std::vector<Row>& rows);

/// What came of a work's rows, or of all.
struct Total {
  std::string name;
  /// How many: `rows`, those of each verdict, and of those met and missed those of each basis.
  std::map<std::string, int> rows = {};
  /// Of rows that are predicted or blind, and of explained ones ("times explained"). `times`: of |deviation| of times and bandwidths;
  /// `ratios`: of the factors by which gains and ratios of times miss the published number, or the nearer end of its interval;
  /// `limits`: of the factors by which switch-overs do, infinite where ours never come.
  std::map<std::string, double> medians = {};
};
std::vector<Total> totals(const Claims& claims, const std::vector<Score>& scores);

/// Tells people the totals, and the rows that are not a table's.
std::string summary(const Claims& claims, const std::vector<Score>& scores);
/// Everything, in Markdown.
std::string to_text(const Claims& claims, const std::vector<Score>& scores);
/// A line for each row.
Cells to_cells(const std::vector<Score>& scores);

}  // namespace collsim
