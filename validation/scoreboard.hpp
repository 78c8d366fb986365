#pragma once

#include <string>
#include <vector>

#include "points/row.hpp"
#include "validation/claims.hpp"

namespace collsim {

enum class Verdict { met, missed, unanswered, tested, not_offered };
template <>
struct Words<Verdict> {
  static constexpr const char* together = "verdict";
  static constexpr std::array texts = {"met", "missed", "unanswered", "tested", "not offered"};
};

/// A published number or claim beside what simulation and formula say.
struct Score {
  static constexpr double none = Published::none;

  std::string work, claim;
  std::string what;
  std::string quantity =
      {};  ///< seconds, bandwidth, gain, ratio, switch_over_count, switch_over_bytes; empty: no number
  Published published = {};
  std::string unit = {};  ///< of published, simulated and formula; none of a ratio
  double simulated = none, formula = none;
  std::string simulated_words = {}, formula_words = {};  ///< what is known instead: always, never, < 64
  /// simulated / published - 1; of an interval 0 inside and else from its nearer end.
  double deviation = none;
  double at_least = none, at_most = none;  ///< the criterion
  Verdict verdict = Verdict::unanswered;
  /// How the platform stands to the published number: `calibrated` (fitted to it), `explained` (known when the
  /// platform was changed), `predicted` (at hand, but nothing was fitted to it), `blind` (predicted before it was at
  /// hand). Empty where nothing is simulated.
  std::string basis = {};
  std::string why = {};  ///< it is missed; empty where it is not, or nobody has found out
  std::string by = {};   ///< the command that answers it, the test that checks it, or why nothing does
  bool of_table = false;
};

/// A row per published number or claim, in the order of the claims. `rows`: answers to scenario_of(claims).
std::vector<Score> scores_of(const Claims& claims, const std::vector<Row>& rows);

/// Of the rows that are predicted or blind, and of those that are explained; NaN without any.
struct Medians {
  double predicted = Score::none, explained = Score::none;
};

/// What came of a work's rows, or of all.
struct Total {
  std::string name;
  int rows = 0, met = 0, missed = 0, unanswered = 0, tested = 0, not_offered = 0;
  int calibrated = 0, explained = 0, predicted = 0, blind = 0;  ///< of those met and missed
  /// Of |deviation| of times and bandwidths; of the factors by which gains and ratios of times miss the published
  /// number, or the nearer end of its interval; and of those by which switch-overs do, infinite where ours never come.
  Medians deviation = {}, ratio = {}, limit = {};
};
std::vector<Total> totals(const Claims& claims, const std::vector<Score>& scores);

/// For people: the totals, and the rows that are not a table's.
std::string summary(const Claims& claims, const std::vector<Score>& scores);
/// Everything, in Markdown.
std::string to_text(const Claims& claims, const std::vector<Score>& scores);
/// A line for each row.
Cells to_cells(const std::vector<Score>& scores);

}  // namespace collsim
