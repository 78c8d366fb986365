#include "cli/check/advise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "backends/backend.hpp"
#include "cli/check/import.hpp"
#include "cli/check/validate_measured.hpp"
#include "cli/inquiry.hpp"
#include "cli/shared_flags.hpp"
#include "cli/source.hpp"
#include "evidence/validation/advice.hpp"
#include "figures/plots/figure.hpp"
#include "lab/decisions/elasticities.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/human.hpp"

namespace collsim {
namespace {

namespace fs = std::filesystem;

/// Parameters that are changed in earnest, at most.
constexpr std::size_t most_suspects = 3;

/// The answers to points.
using Answered = std::map<Point, Outcome>;

Answered answered(Inquiry& inquiry, const std::vector<Point>& points) {
  Answered found;
  const std::vector<Outcome> outcomes = inquiry(points);
  for (std::size_t i = 0; i < points.size(); ++i) found.emplace(points[i], outcomes[i]);
  return found;
}

std::vector<Point> all_points(const std::vector<AdviceQuestion>& questions) {
  std::set<Point> points;
  for (const AdviceQuestion& question : questions) {
    points.insert(question.ran.point);
    for (const LibraryPoint& other : question.others) points.insert(other.point);
  }
  return {points.begin(), points.end()};
}

/// Times of what ran, with other numbers of the platform.
std::vector<Point> changed(const std::vector<AdviceQuestion>& questions, const Changes& changes) {
  std::vector<Point> points;
  for (const AdviceQuestion& question : questions) {
    points.push_back(question.ran.point);
    points.back().overrides = replaced(points.back().overrides, changes);
  }
  return points;
}

/// How times of what ran change with the platform's parameters.
Elasticities elasticities_of(Inquiry& inquiry, const std::vector<AdviceQuestion>& questions,
                             const Platform& platform) {
  const std::vector<Parameter> parameters = nonzero_parameters(platform);
  const std::vector<Variant> variants = elasticity_variants(platform, parameters);
  std::vector<Point> points = with_variants(changed(questions, {}), variants);
  const std::vector<Outcome> outcomes = inquiry(points);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Reference& measured = questions[i % questions.size()].measured;
    rows.push_back(measured.judged_by({points[i], outcomes[i]}).answer);
  }
  return elasticities(what_if(rows, variants), parameters);
}

/// The number of the platform that would have to differ, if changing one brings predictions nearer to what was measured.
std::string suspect_text(Inquiry& inquiry, const Advice& advice, const Platform& platform) {
  auto found = suspects(advice, elasticities_of(inquiry, advice.judged, platform));
  found.resize(std::min(found.size(), most_suspects));
  double least = advice.errors.median;
  std::string text = "No single number of the platform explains more of these times by another value.\n";
  for (const Suspect& suspect : found) {
    const std::vector<Point> points =
        changed(advice.judged, scaled({}, suspect.parameter.numbers, suspect.factor));
    const std::vector<Outcome> outcomes = inquiry(points);
    std::vector<Judged> judged;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      judged.push_back(advice.judged[i].measured.judged_by({points[i], outcomes[i]}));
    const double median = errors_of(judged).median;
    if (median >= least) continue;
    least = median;
    text =
        fmt::format("{} x{:.3g} (it is {}) would explain most: off by {} in the median.\n",
                    suspect.parameter.name, suspect.factor, suspect.parameter.value, human_percent(median));
  }
  return text;
}

/// What was measured, what ran, and what may be better, over sizes.
void draw_advice(const Advice& advice, const Answered& answers, const Platform& platform,
                 const fs::path& folder) {
  std::vector<Row> rows;
  std::set<Point> drawn;
  const auto enter = [&](Row row) {
    if (drawn.insert(row.point).second) rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < advice.cells.size(); ++i) {
    const AdvisedCell& cell = advice.cells[i];
    Row measured = cell.reference;
    measured.point.backend = usual_backend(Backend::Kind::measured).name();
    enter(measured);
    enter(cell.answer);
    if (cell.worth_trying())
      enter(advice.judged[i].measured.judged_by({cell.best.point, answers.at(cell.best.point)}).answer);
  }
  const std::string csv = (folder / "picture.csv").string();
  write_atomically(csv, to_csv(rows));
  for (const auto& file : draw("time_over_bytes", csv, "", (folder / "advice").string(),
                               "Which algorithm may be faster than what was measured?", source_of(platform)))
    fmt::print("Picture: {}\n", file);
}

void write_settings(const Advice& advice, const Target& library, const fs::path& folder) {
  const Rules rules = rules_to_try(advice, library);
  if (rules.all().empty()) {
    fmt::print("Nothing to try: no other algorithm of the library is predicted to save more than {}.\n",
               human_percent(little));
    return;
  }
  for (const auto& [name, text] : write_for(library, rules, fs::absolute(folder).string())) {
    write_atomically(folder / name, text);
    fmt::print("To try: {}\n", (folder / name).string());
  }
}

}  // namespace

int advise_command(const Context& context) {
  const CommandLine& arguments = context.arguments;
  Scenario scenario;
  scenario.name = scenario.title = scenario.file = "advise";
  scenario.document = "{}";
  MeasuredFiles files = {.cells = results_folder(arguments, scenario.name) / "measured.csv",
                         .counterparts = counterparts_of(arguments),
                         .platform = flag(arguments, "platform", ""),
                         .mpi = arguments.text(flags::mpi)};
  const Platform& platform = scenario.platforms.get(files.platform, {});
  const Target& library = target(files.mpi);
  write_atomically(files.cells, to_csv(imported(arguments)));
  const Point as = asked_predictor(arguments, platform);
  std::map<std::string, std::size_t> excluded;
  const auto questions = advice_questions(read_measured(files), library, as, excluded);
  scenario.points = all_points(questions);
  return inquire(context, scenario, [&](Inquiry& inquiry) {
    const Answered answers = answered(inquiry, all_points(questions));
    Advice advice = advise(questions, [&](const Point& point) { return answers.at(point); });
    advice.excluded.insert(excluded.begin(), excluded.end());
    fmt::print("{}", to_text(advice));
    if (!advice.cells.empty()) fmt::print("{}", suspect_text(inquiry, advice, platform));
    write_atomically(inquiry.folder() / "advice.csv", to_csv(to_cells(advice)));
    fmt::print("Advice: {}\n", (inquiry.folder() / "advice.csv").string());
    if (advice.cells.empty()) return;
    draw_advice(advice, answers, platform, inquiry.folder());
    write_settings(advice, library, inquiry.folder());
  });
}

}  // namespace collsim
