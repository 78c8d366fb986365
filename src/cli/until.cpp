#include "cli/until.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/baseline.hpp"
#include "cli/inquiry.hpp"
#include "cli/shared_flags.hpp"
#include "cli/write_cells.hpp"
#include "lab/decisions/crossings.hpp"
#include "lab/decisions/what_if.hpp"
#include "points/choice.hpp"

namespace collsim {
namespace {

/// What the scenario's points call the algorithm, whose options the user may write otherwise.
std::string label_of(const std::string& text, const std::vector<Point>& points) {
  std::vector<std::string> known;
  for (const Point& point : points)
    if (std::ranges::find(known, label(point)) == known.end()) known.push_back(label(point));
  if (std::ranges::find(known, text) != known.end()) return text;
  const auto names = choose(points.front().collective, text);
  Point named = points.front();
  named.algorithm = names.front().about->name;
  named.options = names.front().options;
  if (names.size() > 1 || std::ranges::find(known, label(named)) == known.end())
    throw Error(fmt::format("'{}' is not among the scenario's algorithms{}", text, suggestion(text, known)));
  return label(named);
}

/// "A=B", where options may have '=', too.
Rivals parse_rivals(const std::string& text, const std::vector<Point>& points) {
  int depth = 0;
  const auto equals = std::ranges::find_if(text, [&](char c) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return c == '=' && depth == 0;
  });
  try {
    if (equals == text.end()) throw Error("names no two algorithms; right would be recursive_doubling=ring");
    const Rivals found{label_of({text.begin(), equals}, points), label_of({equals + 1, text.end()}, points)};
    if (found.first == found.second)
      throw Error("compares an algorithm with itself; right would be two algorithms");
    return found;
  } catch (const Error& error) {
    throw Error(fmt::format("--until {}: {}", text, error.what()));
  }
}

Duel duel(const Outcome& first, const Outcome& second) {
  const Outcome& worse = first.ok() ? second : first;
  return {first.seconds, second.seconds, worse.ok() ? "" : worse.status.text()};
}

/// The rivals of each question.
std::vector<Point> points_of(const std::vector<RivalPoints>& questions) {
  std::vector<Point> points;
  for (const RivalPoints& rivals : questions) points.insert(points.end(), {rivals.first, rivals.second});
  return points;
}

/// `baseline`: answers to points_of() the questions.
std::vector<Duel> duels(Inquiry& inquiry, const Crossings& asked, const std::vector<Outcome>& baseline,
                        const std::vector<Query>& queries) {
  std::vector<Point> points;
  for (const Query& query : queries)
    for (const Point& point : points_of({asked.questions[query.question]}))
      points.push_back(on_variant(point, asked.range.changes(query.position)));
  const std::vector<Outcome> changed = inquiry(points);
  std::vector<Duel> found;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto answer = [&](std::size_t rival) {
      return answer_on_variant(baseline[2 * queries[i].question + rival], changed[2 * i + rival]);
    };
    found.push_back(duel(answer(0), answer(1)));
  }
  return found;
}

}  // namespace

int until(const Context& context) {
  const CommandLine& arguments = context.arguments;
  refuse_elsewhere(arguments, "--until, which looks at one point after the other");
  if (arguments.text(flags::vary).empty())
    throw Error(
        "--until needs to know what to vary; right would be --vary link.latency or --vary "
        "link.latency=x0.1..x10");
  Scenario scenario = load_baseline(arguments, shell_line({"--until", arguments.text(flags::until), "--vary",
                                                           arguments.text(flags::vary)}));
  Crossings found{.rivals = parse_rivals(arguments.text(flags::until), scenario.points),
                  .range = parse_range(arguments.text(flags::vary), platform_of(scenario)),
                  .questions = {},
                  .courses = {}};
  found.questions = questions_of(scenario.points, found.rivals);
  return inquire(context, scenario, [&](Inquiry& inquiry) {
    const std::vector<Outcome> baseline = inquiry(points_of(found.questions));
    found.courses =
        courses(found.questions.size(), found.range.span, found.range.parameter.is_rate(),
                [&](const std::vector<Query>& queries) { return duels(inquiry, found, baseline, queries); });
    found.check();
    fmt::print("{}", to_text(found));
    const std::string file = write_cells(inquiry.folder() / "crossings", to_cells(found));
    fmt::print("Crossings: {}\n", file);
  });
}

}  // namespace collsim
