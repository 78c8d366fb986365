#include "cli/spot_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "backends/backend.hpp"
#include "lab/decisions/choices.hpp"
#include "lab/decisions/deviations.hpp"
#include "lab/decisions/what_if.hpp"
#include "lab/scenarios/atomically.hpp"
#include "lab/scenarios/sample.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// Simulated rows, each by the judge's answer.
std::vector<Judged> judged_by(const std::vector<Row>& judge, const std::vector<Row>& rows) {
  std::map<Point, Row> by_question;
  for (const Row& row : judge) by_question.emplace(row.point.question(), row);
  std::vector<Judged> found;
  for (const Row& row : rows)
    if (const auto its = by_question.find(row.point.question());
        its != by_question.end() && is_simulated(row.point))
      found.push_back({its->second, row});
  return found;
}

/// Whether the judge has other winners at these cells, and what that costs.
std::string winners_text(const std::vector<Judged>& all, const std::set<Point>& cells) {
  Judgement judgement;
  std::ranges::copy_if(all, std::back_inserter(judgement.judged),
                       [&](const Judged& each) { return cells.contains(race(each.answer.point)); });
  std::size_t others = 0;
  Regret worst{0, 0, 0};
  const auto everywhere = [](const Point&) { return std::optional(AnswerGroup()); };
  for (const Choices& each : choices_by(judgement, everywhere)) {
    others += each.cells - each.agreeing;
    if (each.worst.share > worst.share) worst = each.worst;
  }
  if (others == 0)
    return fmt::format("SMPI has the same winner at all {} that it judges.", counted(cells.size(), "cell"));
  return fmt::format(
      "SMPI has another winner at {} of {} that it judges. The fast engine's takes up to {} longer: {} "
      "instead of {} for {} of {} on {} ranks.",
      others, counted(cells.size(), "cell"), human_percent(worst.share), worst.chosen, worst.best,
      worst.collective, human_bytes(worst.bytes), worst.processes);
}

/// The rows that the judge has answered, too, after its answers.
std::vector<Row> both(const std::vector<Row>& judged, const std::vector<Row>& rows) {
  std::set<Point> questions;
  for (const Row& row : judged) questions.insert(row.point.question());
  std::vector<Row> found = judged;
  std::ranges::copy_if(rows, std::back_inserter(found), [&](const Row& row) {
    return is_simulated(row.point) && questions.contains(row.point.question());
  });
  return found;
}

void tell(const std::vector<Row>& rows, const std::vector<Row>& judged, const std::set<Point>& cells,
          const std::filesystem::path& folder) {
  const auto points = std::ranges::count_if(rows, [](const Row& row) { return is_simulated(row.point); });
  const auto met = both(judged, rows);
  if (std::ssize(judged) == points)
    fmt::print("SMPI judges all {}:\n", counted(points, "point"));
  else
    fmt::print("SMPI judges {} of {} points; --backend {} asks it for all{}\n", judged.size(), points,
               judging_backend().name().text(), judged.empty() ? "." : ":");
  fmt::print("{}", deviation_table(met));
  const auto pairs = judged_by(judged, rows);
  const bool in_turn =
      std::ranges::any_of(pairs, [](const Judged& each) { return each.answer.point.network != "fluid"; });
  if (in_turn && errors_of(pairs).worst > little)
    fmt::print("SMPI shares links among messages; --network fluid does so, too.\n");
  if (!cells.empty()) fmt::print("{}\n", wrapped(winners_text(pairs, cells), page_width()));
  Columns shown = columns();
  const Columns deviations = deviation_columns(met);
  shown.insert(shown.end(), deviations.begin(), deviations.end());
  write_atomically(folder / "sample.csv", to_csv(met, shown));
}

}  // namespace

std::string forecast_of_sample(Scenario& scenario) {
  return fmt::format("SMPI then judges a sample: at most {} more.\n",
                     human_seconds(sample_seconds(scenario)));
}

void judge_sample(const Context& context, Scenario& scenario, RunSettings settings,
                  const std::vector<Row>& rows) {
  std::fflush(stdout);
  const Sample sample = sample_for_judge(scenario, rows);
  Scenario asked = scenario;
  asked.points = sample.points;
  settings.pending = std::vector<std::size_t>(sample.points.size());
  std::iota(settings.pending->begin(), settings.pending->end(), std::size_t{0});
  settings.stop = interrupted;
  settings.part = " of SMPI's sample";
  const Results judged = sample.points.empty() ? Results() : run(asked, settings, context.answer());
  if (judged.missing > 0)
    fmt::print("SMPI's sample was stopped.\n");
  else
    tell(rows, judged.rows, sample.cells, settings.results);
}

}  // namespace collsim
