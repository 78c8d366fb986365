#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// The points of a grid, and what is known of them.
struct Searched {
  /// One per point; where nobody was asked, the seconds are those expected. What is for no target has none.
  std::vector<Row> rows;
  std::vector<bool> answered;  ///< which rows are answers

  std::size_t asked() const;
};

/// What a formula expects a point to take; nothing where there is none.
using FormulaSeconds = std::function<std::optional<double>(const Point&)>;
/// The numbers of those targets whose rules may name a point's algorithm. Nobody asks a point that is for none.
using TargetsOf = std::function<std::vector<std::size_t>(const Point&)>;
using AskOutcomes = std::function<std::vector<Outcome>(const std::vector<Point>&)>;

/// No more than this share of a grid's points is asked, unless so few would not be told apart at all.
constexpr double most_asked = 0.15;
/// No more is asked once so much of the time of a call, in the mean, is all that more answers are expected to save.
constexpr double settled_gain = 0.00001;

/// Asks of a grid only what decides who is the fastest for each target. Whoever was not asked is expected to be as far from his formula as where he was
/// asked nearest to it. How far that may be wrong, answers tell each other. In each round the calls come next at which another
/// algorithm than the one that looks best is expected to save most (expected improvement; Jones, Schonlau, Welch 1998), with those that
/// may save it. Points without a formula are all asked.
Searched search_grid(const std::vector<Point>& grid, const FormulaSeconds& formula, const TargetsOf& targets,
                     const AskOutcomes& ask);

}  // namespace collsim
