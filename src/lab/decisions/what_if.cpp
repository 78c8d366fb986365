#include "lab/decisions/what_if.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "lab/decisions/winners.hpp"

namespace collsim {
namespace {

Cell seconds_of(const Outcome& outcome) {
  return outcome.ok() ? Cell(outcome.seconds) : Cell();
}

/// The fastest of each race.
template <class OutcomeOf>
std::map<Point, Winner> fastest(const std::vector<Row>& rows, const OutcomeOf& outcome) {
  std::map<Point, std::vector<Timing>> timings;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const Point& point = rows[i].point; outcome(i).ok())
      timings[race(point)].push_back({label(point), point.processes, point.bytes(), outcome(i).seconds});
  std::map<Point, Winner> found;
  for (const auto& [asked, times] : timings) found.emplace(asked, winners(times).front());
  return found;
}

}  // namespace

Point on_variant(Point point, const Changes& overrides) {
  point.overrides = overrides;
  point.data = Data::time;
  return point;
}

const Outcome& answer_on_variant(const Outcome& baseline, const Outcome& changed) {
  return baseline.status.kind == Status::Kind::failed ? baseline : changed;
}

std::vector<Point> with_variants(const std::vector<Point>& baseline, const std::vector<Variant>& variants) {
  std::vector<Point> all = baseline;
  for (const auto& variant : variants)
    std::ranges::transform(baseline, std::back_inserter(all), [&](const Point& point) {
      return on_variant(point, replaced(point.overrides, variant.changes));
    });
  return all;
}

WhatIf what_if(const std::vector<Row>& rows, const std::vector<Variant>& variants) {
  const auto each = static_cast<std::ptrdiff_t>(rows.size() / (variants.size() + 1));
  WhatIf found{{rows.begin(), rows.begin() + each}, {}};
  auto row = rows.begin() + each;
  for (const auto& variant : variants) {
    auto& side = found.sides.emplace_back(WhatIf::VariantAnswers{variant.name, {}});
    for (const Row& its : found.baseline)
      side.outcomes.push_back(answer_on_variant(its.outcome, (row++)->outcome));
  }
  return found;
}

std::optional<double> ratio(const Outcome& baseline, const Outcome& changed) {
  if (!baseline.ok() || !changed.ok() || baseline.seconds <= 0) return std::nullopt;
  return changed.seconds / baseline.seconds;
}

Point race(Point point) {
  point.algorithm.clear();
  point.options = {};
  return point;
}

Columns race_columns() {
  Columns columns = point_columns();
  std::erase_if(columns,
                [](const Column& each) { return each.name == "algorithm" || each.name == "options"; });
  return columns;
}

std::set<Point> races(const std::vector<Row>& rows) {
  std::set<Point> found;
  for (const Row& row : rows) found.insert(race(row.point));
  return found;
}

std::map<Point, std::vector<std::size_t>> timed_by_race(const std::vector<Row>& rows) {
  std::map<Point, std::vector<std::size_t>> found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].outcome.ok() && rows[i].outcome.seconds > 0) found[race(rows[i].point)].push_back(i);
  return found;
}

std::vector<NewWinner> new_winners(const WhatIf& what_if, const WhatIf::VariantAnswers& side) {
  const auto before = fastest(what_if.baseline, [&](std::size_t i) { return what_if.baseline[i].outcome; });
  const auto after = fastest(what_if.baseline, [&](std::size_t i) { return side.outcomes[i]; });
  std::vector<NewWinner> found;
  for (const auto& [asked, winner] : before)
    if (const auto now = after.find(asked); now != after.end() && now->second.algorithms != winner.algorithms)
      found.push_back({asked, winner.name(), now->second.name()});
  return found;
}

Cells to_cells(const WhatIf& what_if) {
  Cells cells = cells_named(point_columns(), {"change", "baseline_seconds", "seconds", "ratio"});
  for (const auto& side : what_if.sides)
    for (std::size_t i = 0; i < what_if.baseline.size(); ++i) {
      const Row& row = what_if.baseline[i];
      add_line(cells, point_columns(), row,
               {side.change, seconds_of(row.outcome), seconds_of(side.outcomes[i]),
                number_cell(ratio(row.outcome, side.outcomes[i]))});
    }
  return cells;
}

}  // namespace collsim
