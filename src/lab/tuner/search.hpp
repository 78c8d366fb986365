#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "points/row.hpp"

namespace collsim {

/// The points of a grid, and what is known of them.
struct Searched {
  /// A row per point; where nobody was asked, the seconds are those expected. What is for no target has none.
  std::vector<Row> rows;
  std::vector<bool> answered;  ///< which rows are answers

  std::size_t asked() const;
};

/// What a formula expects a point to take; nothing where there is none.
using FormulaSeconds = std::function<std::optional<double>(const Point&)>;
/// The numbers of those targets whose rules may name a point's algorithm. Nobody asks a point that is for none.
using TargetsOf = std::function<std::vector<std::size_t>(const Point&)>;
using AskOutcomes = std::function<std::vector<Outcome>(const std::vector<Point>&)>;

/// What a list of rules runs at a call, and whoever is the fastest beside that: numbers of points.
struct ListRun {
  std::size_t runs, best;
  double best_seconds;  ///< as expected, where it was not asked
};
/// What the lists of all targets run, where they are made from a grid's rows, as far as somebody competes with it.
using RunsOfLists = std::function<std::vector<ListRun>(const std::vector<Row>&)>;

/// No more than this share of a grid's points is asked, unless the first calls and what is kept for lists are more.
constexpr double most_asked = 0.15;
/// What of most_asked is kept for what lists run: a fifth. They run one of the algorithms of a call, and most calls are settled before.
constexpr double kept_for_lists = 0.03;
/// Who is the fastest is asked until so much of the time of a call, in the mean, is all that more answers are expected to save.
constexpr double settled_gain = 0.00001;

/// Asks of a grid only what decides. First: who is the fastest for each target. Whoever was not asked is expected to be as far from his
/// formula as where he was asked nearest to it. In each round the calls come next at which another algorithm than the one that looks best
/// is expected to save most (expected improvement; Jones, Schonlau, Welch 1998), with those that may save it. Then: what lists run. A list
/// takes whoever is expected to be fast, so it takes those of whom too little is expected. In each round lists are made anew, and
/// whoever they run is asked where that may cost more than `worst` (the cost that is expected, and its standard deviation), with whoever
/// looks faster there. What is not needed for that goes to the first question again. Points without a formula are all asked.
Searched search_grid(const std::vector<Point>& grid, const FormulaSeconds& formula, const TargetsOf& targets,
                     const AskOutcomes& ask, const RunsOfLists& lists = {}, double worst = 0);

/// How many points a search of a grid asks at most. `least`: a search of it in which all took what formulas say.
std::size_t most_points(const Searched& least, const FormulaSeconds& formula);

}  // namespace collsim
