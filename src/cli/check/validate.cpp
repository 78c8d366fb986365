#include "cli/check/validate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/check/validate_measured.hpp"
#include "cli/check/validate_native.hpp"
#include "cli/shared_flags.hpp"
#include "evidence/published/scoreboard.hpp"
#include "evidence/validation/engines.hpp"
#include "evidence/validation/formula.hpp"
#include "evidence/validation/repeated.hpp"
#include "lab/scenarios/atomically.hpp"
#include "support/range.hpp"

namespace collsim {
namespace {

int validate_formulas(int jobs) {
  const Platform star = Platform::load("star");
  const std::vector<Point> points = formula_points();
  std::vector<Outcome> outcomes(points.size());
  watch_interrupts();
  answer(star, points, jobs, interrupted,
         [&](std::size_t index, const Outcome& outcome) { outcomes[index] = outcome; });
  if (interrupted()) return 130;
  const auto checks = check_formulas(points, outcomes, star_machine(star));
  fmt::print("{}", to_table(checks));
  return std::all_of(checks.begin(), checks.end(), [](const FormulaCheck& check) { return check.passed(); })
             ? 0
             : 1;
}

/// The platforms decide how many ranks a node takes, and collectives what distributions they have, so that their flags cannot
/// replace the names alone.
Scenario load_engines(Flags flags) {
  const auto platforms = flags.extract("platform"), collectives = flags.extract("collective");
  return parse_scenario(
      engines_scenario(platforms ? split_list(platforms.mapped()) : platform_names(),
                       collectives ? split_list(collectives.mapped()) : std::vector<std::string>()),
      "engines", flags);
}

int validate_engines(const Context& context) {
  Scenario scenario = load_engines(context.arguments.scenario);
  bool passed = true;
  const auto judge = [&](Scenario&, const std::vector<Row>& rows, const auto&) {
    const auto checks = check_engines(rows, known_misses());
    fmt::print("{}", to_table(checks));
    passed = std::all_of(checks.begin(), checks.end(), [](const auto& check) { return check.passed(); });
  };
  const int status = perform(context, scenario, judge);
  return status != 0 || passed ? status : 1;
}

int validate_published(const Context& context) {
  allow_flags(context.arguments, {"claims", "dry-run", "jobs", "nodes", "partition", "pending", "plugin",
                                  "results", "shard", "slurm", "time"});
  const std::string& asked = context.arguments.text(flags::claims);
  const Claims claims = load_claims(asked.empty() ? std::vector<std::string>() : split_list(asked));
  scores_of(claims, {});  // complains of a table before anything is answered
  Scenario scenario = scenario_of(claims);
  return perform(context, scenario, [&](Scenario&, const std::vector<Row>& rows, const auto& folder) {
    const std::vector<Score> scores = scores_of(claims, rows);
    write_atomically(folder / "scoreboard.md", to_text(claims, scores));
    write_atomically(folder / "scoreboard.csv", to_csv(to_cells(scores)));
    fmt::print("{}\nEvery number: {}\n", summary(claims, scores), (folder / "scoreboard.md").string());
  });
}

/// Two runs of the same, on the same machine or not.
int validate_repeated(const CommandLine& arguments) {
  allow_flags(arguments, {});
  const auto results = [](const std::string& folder) {
    return read_csv(std::filesystem::path(folder) / "results.csv");
  };
  fmt::print("{}", to_text(compare_runs(results(arguments.words[2]), results(arguments.words[3]))));
  return 0;
}

}  // namespace

int validate_command(const Context& context) {
  const std::string& what = context.arguments.words[1];
  if (what == "measured") return validate_measured(context);
  if (what == "repeated") return validate_repeated(context.arguments);
  if (what == "published") return validate_published(context);
  if (what == "native") {
    refuse_elsewhere(context.arguments, "'validate native', which measures here");
    return validate_native(context);
  }
  if (what == "formula") {
    allow_flags(context.arguments, {"jobs", "plugin"});
    return validate_formulas(context.arguments.number(flags::jobs));
  }
  if (what == "engines") return validate_engines(context);
  Scenario scenario = load_asked(context.arguments);
  if (scenario.published.empty())
    throw DocumentError(scenario.file, "",
                        "names no published table to compare with; right would be the key 'published'");
  return perform(context, scenario, present_answers(context.arguments.text(flags::columns)));
}

}  // namespace collsim
