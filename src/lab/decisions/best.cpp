#include "lab/decisions/best.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "backends/backend.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/decisions/winners.hpp"
#include "points/row.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// What a row asks, its algorithm, size and backend left out: the rows to choose among.
using RowQuestion =
    std::tuple<std::string, std::string, std::string, int, PerNode, Mapping, std::string, std::string>;

RowQuestion question(const Row& row) {
  const Point& point = row.point;
  return {point.collective,    point.platform,      Options(point.overrides).to_string(),
          point.processes,     point.ppn,           point.mapping,
          point.places.name(), point.arrival.text()};
}

/// A number over a range of sizes.
struct SizeSpan {
  double low, high;
  void widen(const SizeSpan& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
};

std::string percents(const SizeSpan& shares) {
  if (std::isinf(shares.high)) return "-";
  const std::string low = human_percent(shares.low), high = human_percent(shares.high);
  return low == high ? low : low + " .. " + high;
}

/// A range of sizes that one algorithm wins.
struct Reign {
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

std::vector<Reign> reigns(const QuestionContest& contest) {
  std::vector<Reign> found;
  for (const Winner& winner : winners(contest.timings)) {
    const SizeSpan margin{winner.margin - 1, winner.margin - 1};
    const auto worst = contest.deviations.find(winner.bytes);
    const double deviation = worst == contest.deviations.end() ? -1 : worst->second;
    if (found.empty() || found.back().best != winner.name())
      found.push_back(
          {winner.name(), winner.bytes, winner.bytes, winner.seconds, winner.seconds, margin, deviation});
    found.back().to = winner.bytes;
    found.back().last = winner.seconds;
    found.back().margin.widen(margin);
    found.back().deviation = std::max(found.back().deviation, deviation);
    if (const auto judged = contest.dependences.find(winner.bytes); judged != contest.dependences.end()) {
      if (!found.back().dependence) found.back().dependence.emplace();
      found.back().dependence->add(judged->second);
    }
  }
  return found;
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
  worst = std::max(worst, std::abs(expected->second / row.outcome.seconds - 1));
}

/// Predictions stand for themselves only where there are no other answers.
bool only_predicted(const std::vector<Row>& rows) {
  return std::none_of(rows.begin(), rows.end(),
                      [](const Row& row) { return row.outcome.ok() && !is_predicted(row.point); });
}

std::string range(const std::string& first, const std::string& last) {
  return first == last ? first : first + " .. " + last;
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

}  // namespace

std::string best_table(const std::vector<Row>& rows, const Dependences& dependences) {
  const Predicted model = predicted(rows);
  const bool shows_model = only_predicted(rows);
  const auto labelled = backend_labels(rows);
  std::map<std::pair<RowQuestion, std::string>, QuestionContest> contests;
  for (const auto& row : rows)
    if (row.outcome.ok() && (!is_predicted(row.point) || shows_model))
      enter(row, model, dependences, contests[{question(row), labelled(row.point)}]);

  TextTable table{.headings = {{"collective", true, false},
                               {"platform", true, false},
                               {"overrides", true, false},
                               {"backend", true, false},
                               {"p", false, true},
                               {"ppn", false, false},
                               {"mapping", true, false},
                               {"placement", true, false},
                               {"arrival", true, false},
                               {"sizes", false, true},
                               {"best", true, true},
                               {"takes", false, true},
                               {"leads by", false, true},
                               {"robust", true, false},
                               {"model off by", false, !model.empty() && !shows_model}},
                  .lines = {}};
  for (const auto& [key, contest] : contests) {
    const auto& [collective, platform, overrides, processes, ppn, mapping, placement, arrival] = key.first;
    for (const auto& reign : reigns(contest))
      table.lines.push_back({collective, platform, or_dash(overrides), key.second, std::to_string(processes),
                             placement.empty() ? ppn.text() : "-", or_dash(to_text(mapping)),
                             or_dash(placement), or_dash(arrival),
                             range(human_bytes(reign.from), human_bytes(reign.to)), reign.best,
                             range(human_seconds(reign.first), human_seconds(reign.last)),
                             percents(reign.margin), reign.dependence ? reign.dependence->text() : "-",
                             reign.deviation < 0 ? "-" : human_percent(reign.deviation)});
  }
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

}  // namespace collsim
