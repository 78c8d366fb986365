#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "evidence/validation/measured_cells.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/decisions/elasticities.hpp"
#include "lab/decisions/judged.hpp"
#include "rules/libraries/target.hpp"

namespace collsim {

/// An algorithm of the library at a cell, and the point that asks what it takes.
struct LibraryPoint {
  std::string theirs;
  Point point;
};

/// A time of the library's own choice, what ran, and what else the library has.
struct AdviceQuestion {
  Reference measured;
  LibraryPoint ran;
  std::vector<LibraryPoint> others = {};
};

/// What is asked of the backend and network of `as` for the cells that read_measured() has with `mpi`. Where no algorithm here
/// is the one that ran, `excluded` counts why. Throws Error where nothing is left.
std::vector<AdviceQuestion> advice_questions(const std::vector<MeasuredCell>& cells, const Target& library,
                                             const Point& as, std::map<std::string, std::size_t>& excluded);

/// A cell, judged by what the model says of what ran there, which the library calls `as`.
struct AdvisedCell : Judged {
  LibraryPoint best = {};     ///< the fastest by prediction, if it is another; else without a name
  double best_predicted = 0;  ///< seconds
  /// The share of time that the best would save by the two predictions.
  double gain = 0;
  /// The share of ratios of predictions whose error is too small to undo the gain; NaN where a single time tells no ratio.
  double certainty = std::numeric_limits<double>::quiet_NaN();
  /// What is saved at least with nine tenths of these errors; nothing where that is nothing.
  std::optional<double> promised = {};

  double measured() const { return reference.outcome.seconds; }
  double predicted() const { return answer.outcome.seconds; }
  /// ln(measured / predicted).
  double error() const;
  /// Whether the gain is worth a choice, and at least as likely as not. A try costs one more measurement.
  bool worth_trying() const { return gain > little && certainty >= 0.5; }
};

struct Advice {
  std::vector<AdvisedCell> cells;
  std::vector<AdviceQuestion> judged = {};  ///< one of each cell
  std::map<std::string, std::size_t> excluded = {};
  Errors errors = {};  ///< of predictions of what ran
  double ratio_error = std::numeric_limits<
      double>::quiet_NaN();  ///< 90th percentile of errors of ratios of predictions, as a factor
};

/// The answer to a point; missing where nobody was asked.
using OutcomeOf = std::function<Outcome(const Point&)>;

/// Errors of ratios of two predictions are those of all pairs of cells: what the model makes of one over what it makes of the other,
/// against what was measured.
Advice advise(const std::vector<AdviceQuestion>& questions, const OutcomeOf& outcome_of);

/// A number of the platform, and by which factor it would have to differ for predictions to come nearest to what was measured.
struct Suspect {
  Parameter parameter;
  double factor = 1;
  double expected = 0;  ///< the median of |ln(measured / predicted)| then, if times were linear
};

/// Every parameter with an effect, the most promising first. The elasticities' rows are those of the cells.
std::vector<Suspect> suspects(const Advice& advice, const Elasticities& elasticities);

/// Rules that name the library's algorithms for the cells that are worth trying, each as far as half the way to the next; for
/// other sizes of these calls what its own table names, where files may not leave out any.
Rules rules_to_try(const Advice& advice, const Target& library);

/// Shows people what ran, what might be better, and how sure that is.
std::string to_text(const Advice& advice);
/// A line per cell.
Cells to_cells(const Advice& advice);

}  // namespace collsim
