#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platforms/variants.hpp"
#include "points/row.hpp"

namespace collsim {

/// Answers on a platform, and on variants of it.
struct WhatIf {
  struct VariantAnswers {
    std::string change;             ///< the variant's name
    std::vector<Outcome> outcomes;  ///< one per row of the baseline
  };
  std::vector<Row> baseline;
  std::vector<VariantAnswers> sides;
};

/// The point on a variant of its platform. Results are checked in the baseline, as its points say: variants take other times, for the
/// same messages.
Point on_variant(Point point, const Changes& overrides);
/// The answer there; none where the baseline's failed.
const Outcome& answer_on_variant(const Outcome& baseline, const Outcome& changed);

/// The points, and then once more for each variant with its changes, in the order that what_if() expects of their answers.
std::vector<Point> with_variants(const std::vector<Point>& baseline, const std::vector<Variant>& variants);

/// The answers to with_variants().
WhatIf what_if(const std::vector<Row>& rows, const std::vector<Variant>& variants);

/// How many times as long it takes; nothing where either has no time, or none passes.
std::optional<double> ratio(const Outcome& baseline, const Outcome& changed);

/// What algorithms compete for: the point without its algorithm.
Point race(Point point);
std::set<Point> races(const std::vector<Row>& rows);
/// The columns that describe a race.
Columns race_columns();
/// The numbers of the rows that have a time, by race.
std::map<Point, std::vector<std::size_t>> timed_by_race(const std::vector<Row>& rows);

/// A race that another algorithm wins, or others as fast.
struct NewWinner {
  Point race;
  std::string before, now;
};
std::vector<NewWinner> new_winners(const WhatIf& what_if, const WhatIf::VariantAnswers& side);

/// Tells people seconds and ratios by row, where they are many by algorithm and backend, and where another algorithm
/// becomes the fastest.
std::string to_text(const WhatIf& what_if);

/// A line per variant and row: the point, `change`, `baseline_seconds`, `seconds` and `ratio`.
Cells to_cells(const WhatIf& what_if);

}  // namespace collsim
