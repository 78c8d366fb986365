#include "lab/decisions/best.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <iterator>
#include <map>
#include <optional>

#include "backends/backend.hpp"
#include "lab/decisions/judged.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/decisions/winners.hpp"
#include "points/row.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// What a row asks, its algorithm and size left out, and who answers: the rows to choose among.
struct RowQuestion {
  std::string collective, platform, overrides;
  int processes;
  PerNode ppn;
  Mapping mapping;
  std::string placement, arrival, backend;
  friend auto operator<=>(const RowQuestion&, const RowQuestion&) = default;
};

RowQuestion question(const Point& point, const std::string& backend) {
  return {point.collective,
          point.platform,
          Options(point.overrides).to_string(),
          point.processes,
          point.ppn,
          point.mapping,
          point.places.name(),
          point.arrival.text(),
          backend};
}

/// A number over a range of sizes.
struct SizeSpan {
  double low, high;
  void widen(const SizeSpan& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
};

std::string percents(const SizeSpan& shares) {
  if (std::isinf(shares.high)) return "-";
  return human_span(human_percent(shares.low), human_percent(shares.high));
}

/// A range of sizes that one algorithm wins.
struct Reign {
  RowQuestion asked;
  std::string best;  ///< or those that take equally long
  std::int64_t from, to;
  double first, last;  ///< seconds at these sizes
  SizeSpan margin;     ///< how much longer the second takes, as a share
  double deviation;    ///< worst |model / answer - 1| of all algorithms; -1 without a model
  std::optional<Dependence> dependence = {};  ///< on all sizes
};

/// The rows of one question and one backend that have answers.
struct QuestionContest {
  std::vector<Timing> timings;
  std::map<std::int64_t, double> deviations;       ///< by size, the worst of all algorithms
  std::map<std::int64_t, Dependence> dependences;  ///< by size
};

void add_reigns(const RowQuestion& asked, const QuestionContest& contest, std::vector<Reign>& all) {
  std::vector<Reign> found;
  for (const Winner& winner : winners(contest.timings)) {
    const SizeSpan margin{winner.margin - 1, winner.margin - 1};
    const auto worst = contest.deviations.find(winner.bytes);
    const double deviation = worst == contest.deviations.end() ? -1 : worst->second;
    if (found.empty() || found.back().best != winner.name())
      found.push_back({asked, winner.name(), winner.bytes, winner.bytes, winner.seconds, winner.seconds,
                       margin, deviation});
    found.back().to = winner.bytes;
    found.back().last = winner.seconds;
    found.back().margin.widen(margin);
    found.back().deviation = std::max(found.back().deviation, deviation);
    if (const auto judged = contest.dependences.find(winner.bytes); judged != contest.dependences.end()) {
      if (!found.back().dependence) found.back().dependence.emplace();
      found.back().dependence->add(judged->second);
    }
  }
  std::ranges::move(found, std::back_inserter(all));
}

/// Seconds that formulas predict, by what was asked of them.
using Predicted = std::map<Point, double>;

Predicted predicted(const std::vector<Row>& rows) {
  Predicted seconds;
  for (const auto& row : rows)
    if (row.outcome.ok() && is_predicted(row.point))
      seconds.emplace(row.point.question(), row.outcome.seconds);
  return seconds;
}

void enter(const Row& row, const Predicted& model, const Dependences& dependences, QuestionContest& contest) {
  const Point& point = row.point;
  if (const auto dependence = dependences.find(race(point)); dependence != dependences.end())
    contest.dependences[point.bytes()] = dependence->second;
  contest.timings.push_back({label(point), point.processes, point.bytes(), row.outcome.seconds});
  const auto expected = model.find(point.question());
  if (is_predicted(point) || expected == model.end() || row.outcome.seconds <= 0) return;
  double& worst = contest.deviations[point.bytes()];
  worst = std::max(worst, std::abs(deviation_of(expected->second, row.outcome.seconds)));
}

/// Predictions stand for themselves only where there are no other answers.
bool only_predicted(const std::vector<Row>& rows) {
  return std::none_of(rows.begin(), rows.end(),
                      [](const Row& row) { return row.outcome.ok() && !is_predicted(row.point); });
}

}  // namespace

std::string best_table(const std::vector<Row>& rows, const Dependences& dependences) {
  const Predicted model = predicted(rows);
  const bool shows_model = only_predicted(rows);
  const auto labelled = backend_labels(rows);
  std::map<RowQuestion, QuestionContest> contests;
  for (const auto& row : rows)
    if (row.outcome.ok() && (!is_predicted(row.point) || shows_model))
      enter(row, model, dependences, contests[question(row.point, labelled(row.point))]);
  std::vector<Reign> reigns;
  for (const auto& [asked, contest] : contests) add_reigns(asked, contest, reigns);

  const std::vector<ColumnOf<Reign>> columns = {
      {{"collective", true, false}, [](const Reign& each) { return each.asked.collective; }},
      {{"platform", true, false}, [](const Reign& each) { return each.asked.platform; }},
      {{"overrides", true, false}, [](const Reign& each) { return or_dash(each.asked.overrides); }},
      {{"backend", true, false}, [](const Reign& each) { return each.asked.backend; }},
      {{"p", false}, [](const Reign& each) { return std::to_string(each.asked.processes); }},
      {{"ppn", false, false},
       [](const Reign& each) { return each.asked.placement.empty() ? each.asked.ppn.text() : "-"; }},
      {{"mapping", true, false}, [](const Reign& each) { return or_dash(to_text(each.asked.mapping)); }},
      {{"placement", true, false}, [](const Reign& each) { return or_dash(each.asked.placement); }},
      {{"arrival", true, false}, [](const Reign& each) { return or_dash(each.asked.arrival); }},
      {{"sizes", false},
       [](const Reign& each) { return human_span(human_bytes(each.from), human_bytes(each.to)); }},
      {{"best"}, &Reign::best},
      {{"takes", false},
       [](const Reign& each) { return human_span(human_seconds(each.first), human_seconds(each.last)); }},
      {{"leads by", false}, [](const Reign& each) { return percents(each.margin); }},
      {{"robust", true, false},
       [](const Reign& each) { return each.dependence ? each.dependence->text() : "-"; }},
      {{"model off by", false, !model.empty() && !shows_model},
       [](const Reign& each) { return each.deviation < 0 ? "-" : human_percent(each.deviation); }}};
  TextTable table = table_of(columns, reigns);
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

}  // namespace collsim
