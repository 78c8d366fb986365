#include "cli/until.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "cli/baseline.hpp"
#include "cli/present.hpp"
#include "decisions/courses.hpp"
#include "decisions/what_if.hpp"
#include "platforms/parameter_range.hpp"
#include "points/choice.hpp"
#include "points/human.hpp"
#include "scenarios/atomically.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

/// Two algorithms, by their labels.
struct Rivals {
  std::string first, second;
  const std::string& faster(int leader) const { return leader < 0 ? first : second; }
};

/// A point of each.
struct Question {
  Point first, second;
};

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

/// In the order of the first one's points.
std::vector<Question> questions_of(const std::vector<Point>& points, const Rivals& rivals) {
  std::map<Point, Point> others;
  for (const Point& point : points)
    if (label(point) == rivals.second) others.emplace(race(point), point);
  std::vector<Question> found;
  for (const Point& point : points)
    if (const auto other = others.find(race(point)); label(point) == rivals.first && other != others.end())
      found.push_back({point, other->second});
  if (found.empty())
    throw Error(fmt::format(
        "--until: no point of {} has one of {} beside it; right would be equal sizes and the like",
        rivals.first, rivals.second));
  return found;
}

struct Interrupted {};

/// Has duels answered by the scenario's backends, into its store.
class Arena {
 public:
  Arena(Scenario& scenario, RunSettings settings, const Answer& answer, std::vector<Question> questions,
        ParameterRange range)
      : scenario_(scenario),
        settings_(std::move(settings)),
        answer_(answer),
        questions_(std::move(questions)),
        range_(std::move(range)) {
    scenario_.points.clear();
  }

  std::vector<Duel> operator()(const std::vector<Query>& queries) {
    std::vector<Point> asked;
    for (const Query& query : queries)
      for (Point point : {questions_[query.question].first, questions_[query.question].second}) {
        point.overrides = range_.changes(query.position);
        asked.push_back(std::move(point));
      }
    const std::size_t known = scenario_.points.size();
    scenario_.points.insert(scenario_.points.end(), asked.begin(), asked.end());
    const Results results = run(scenario_, settings_, answer_);
    if (results.missing > 0) throw Interrupted();
    std::vector<Duel> duels;
    for (std::size_t i = known; i < results.rows.size(); i += 2)
      duels.push_back(duel(results.rows[i].outcome, results.rows[i + 1].outcome));
    return duels;
  }

 private:
  static Duel duel(const Outcome& first, const Outcome& second) {
    const Outcome& worse = first.ok() ? second : first;
    return {first.seconds, second.seconds, worse.ok() ? "" : worse.status.text()};
  }

  Scenario& scenario_;
  RunSettings settings_;
  const Answer& answer_;
  std::vector<Question> questions_;
  ParameterRange range_;
};

/// "ring until x2.31 (1.155 us), then tree".
std::string course_text(const Course& course, const Rivals& rivals, const ParameterRange& range) {
  if (!course.trouble.empty()) return course.trouble;
  if (course.leader == 0) return "equal throughout";
  if (course.changes.empty()) return rivals.faster(course.leader) + " throughout";
  std::string text = rivals.faster(course.leader);
  int leader = course.leader;
  for (const double change : course.changes) {
    leader = -leader;
    text += fmt::format(" until {}, then {}", range.text(change), rivals.faster(leader));
  }
  return text;
}

std::string table_of(const std::vector<Question>& questions, const std::vector<Course>& found,
                     const Rivals& rivals, const ParameterRange& range) {
  TextTable table;
  table.lines.resize(questions.size());
  for (const auto& column : point_columns()) {
    if (column.name == "algorithm" || column.name == "options") continue;
    const bool always = column.name == "backend" || column.name == "p" || column.name == "bytes";
    table.headings.push_back({column.name, column.name == "backend", always});
    for (std::size_t i = 0; i < questions.size(); ++i)
      table.lines[i].push_back(human_cell(column.cell({questions[i].first}), column.unit));
  }
  table.headings.push_back({"the faster of the two"});
  for (std::size_t i = 0; i < questions.size(); ++i)
    table.lines[i].push_back(course_text(found[i], rivals, range));
  const std::string shared = take_shared(table);
  return shared + aligned(table);
}

/// A line per change: the point, the algorithms, the parameter, the value and who is faster beyond it.
Cells to_cells(const std::vector<Question>& questions, const std::vector<Course>& found, const Rivals& rivals,
               const ParameterRange& range) {
  Cells cells;
  for (const auto& column : point_columns()) cells.names.push_back(column.name);
  for (const char* name : {"rival", "parameter", "value", "then_faster"}) cells.names.emplace_back(name);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    int leader = found[i].leader;
    for (const double change : found[i].changes) {
      leader = -leader;
      auto& line = cells.lines.emplace_back();
      for (const auto& column : point_columns()) line.push_back(column.cell({questions[i].first}));
      line.insert(line.end(),
                  {rivals.second, range.parameter.name, range.value(change), rivals.faster(leader)});
    }
  }
  return cells;
}

/// Throws Error if neither algorithm ever overtakes the other.
void check_crossed(const std::vector<Course>& found, const Rivals& rivals, const ParameterRange& range) {
  if (std::ranges::any_of(found, [](const Course& course) { return !course.changes.empty(); })) return;
  std::string why = course_text(found.front(), rivals, range);
  for (const Course& course : found)
    if (course_text(course, rivals, range) != why)
      why = "the faster one differs from size to size, but not over the range";
  throw Error(fmt::format(
      "--until: no crossing of {} and {} for {} from {} to {}: {}; right would be a wider range or other "
      "sizes",
      rivals.first, rivals.second, range.parameter.name, range.text(1), range.text(range.span), why));
}

}  // namespace

int until(const CommandLine& arguments, RunSettings settings, const Answer& answer, const std::string& line) {
  if (arguments.vary.empty())
    throw Error(
        "--until needs to know what to vary; right would be --vary link.latency or --vary "
        "link.latency=x0.1..x10");
  Scenario scenario =
      load_baseline(arguments, shell_line({"--until", arguments.until, "--vary", arguments.vary}));
  const Rivals rivals = parse_rivals(arguments.until, scenario.points);
  const ParameterRange range = parse_range(arguments.vary, platform_of(scenario));
  const std::vector<Question> questions = questions_of(scenario.points, rivals);
  settings.results = results_folder(arguments, scenario);
  settings.stop = interrupted;
  watch_interrupts();
  std::vector<Course> found;
  try {
    found = courses(questions.size(), range.span, range.parameter.is_rate(),
                    Arena(scenario, settings, answer, questions, range));
  } catch (const Interrupted&) {
    fmt::print(stderr, "Stopped: what is answered is kept in {}. This goes on:\n  {}\n",
               settings.results.string(), line);
    return 130;
  }
  check_crossed(found, rivals, range);
  fmt::print("{} against {}, {} from {} to {}:\n{}", rivals.first, rivals.second, range.parameter.name,
             range.text(1), range.text(range.span), table_of(questions, found, rivals, range));
  const std::string file = (settings.results / "crossings.csv").string();
  write_atomically(file, to_csv(to_cells(questions, found, rivals, range)));
  fmt::print("Crossings: {}\n", file);
  return 0;
}

}  // namespace collsim
