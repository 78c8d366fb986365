#include "cli/spot_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "decisions/deviations.hpp"
#include "scenarios/atomically.hpp"
#include "scenarios/sample.hpp"
#include "support/human.hpp"

namespace collsim {

SpotCheck::SpotCheck(Scenario& scenario) : judges_(scenario.names_nobody) {
  if (!judges_) return;
  points_ = static_cast<std::size_t>(std::ranges::count_if(scenario.points, is_simulated));
  sample_.points = sample_for_judge(scenario);
}

std::string SpotCheck::asked() const {
  return fmt::format("SMPI judges {} of {} points", sample_.points.size(), points_);
}

std::string SpotCheck::forecast(Scenario& scenario) const {
  if (!judges_) return {};
  double seconds = 0;
  for (const Point& point : sample_.points)
    seconds += backend(point).effort(point, scenario.platforms.of(point));
  return fmt::format("{}: about {} more.\n", asked(), human_seconds(seconds));
}

void SpotCheck::ask(const Context& context, RunSettings settings) {
  if (sample_.points.empty()) return;
  find_simulator(context.line, sample_.points);
  settings.pending = std::vector<std::size_t>(sample_.points.size());
  std::iota(settings.pending->begin(), settings.pending->end(), std::size_t{0});
  settings.stop = interrupted;
  watch_interrupts();
  judgement_ = run(sample_, settings, context.answer()).rows;
}

Present SpotCheck::after(const Present& present) const {
  return
      [this, present](Scenario& scenario, const std::vector<Row>& rows, const std::filesystem::path& folder) {
        present(scenario, rows, folder);
        if (judges_) tell(rows, folder);
      };
}

void SpotCheck::tell(const std::vector<Row>& rows, const std::filesystem::path& folder) const {
  std::set<Point> questions;
  for (const Row& row : judgement_) questions.insert(row.point.question());
  std::vector<Row> both = judgement_;
  std::ranges::copy_if(rows, std::back_inserter(both), [&](const Row& row) {
    return is_simulated(row.point) && questions.contains(row.point.question());
  });
  fmt::print("{}; --backend smpi asks it for all{}\n{}", asked(), judgement_.empty() ? "." : ":",
             deviation_table(both));
  Columns shown = columns();
  const Columns met = deviation_columns(both);
  shown.insert(shown.end(), met.begin(), met.end());
  write_atomically(folder / "sample.csv", to_csv(both, shown));
}

}  // namespace collsim
