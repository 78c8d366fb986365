#include "cli/switch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/facts/collective.hpp"
#include "algorithms/facts/operand.hpp"
#include "cli/inquiry.hpp"
#include "cli/program.hpp"
#include "cli/write_cells.hpp"
#include "decisions/switches.hpp"
#include "decisions/what_if.hpp"
#include "scenarios/expand.hpp"
#include "support/range.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

constexpr const char* usual_sizes = "8..16M";

/// Of "8..16M" the two ends, as a range that a scenario takes; other lists as they are.
std::string ends_of(const std::string& bytes) {
  if (bytes.find("..") == std::string::npos || bytes.find_first_of(":,") != std::string::npos) return bytes;
  const Interval ends = parse_interval(bytes, {1, largest_size}, Of::bytes);
  if (ends.first == ends.last)
    throw Error(fmt::format("is '{}', one size; right would be a range such as {}", bytes, usual_sizes));
  return fmt::format("{}..{}:x{:.17g}", ends.first, ends.last,
                     static_cast<double>(ends.last) / static_cast<double>(ends.first));
}

/// What the flags ask, by the fast engine and without data unless they say so.
Scenario asked_scenario(const Context& context) {
  Flags flags = context.arguments.scenario;
  flags["collective"] = operand(context, "COLLECTIVE");
  flags.try_emplace("algorithms", "*");
  flags.try_emplace("backends", "fast");
  flags.try_emplace("data", "time");
  if (!flags.contains("count")) try {
      flags["bytes"] = ends_of(flags.contains("bytes") ? flags["bytes"] : usual_sizes);
    } catch (const Error& error) {
      throw Error(fmt::format("--bytes {}", error.what()));
    }
  Scenario scenario = parse_scenario("{}", "switch", flags);
  scenario.name = "switch_" + flags["collective"];
  return scenario;
}

/// Points that differ in their algorithms and sizes only.
struct Contest {
  std::map<std::string, Point> by_label;
  SwitchQuestion question;

  Point point(const std::string& algorithm, std::int64_t bytes) const {
    Point point = by_label.at(algorithm);
    point.count = nearest_count(point, bytes, operand_type(point.type).size);
    return point;
  }
};

std::vector<Contest> contests_of(const std::vector<Point>& points) {
  std::vector<Contest> contests;
  std::map<Point, std::size_t> places;
  for (const Point& point : points) {
    Point conditions = race(point);
    conditions.count = 0;
    const auto [place, added] = places.emplace(conditions, contests.size());
    if (added) contests.emplace_back();
    Contest& contest = contests[place->second];
    if (contest.by_label.emplace(label(point), point).second)
      contest.question.algorithms.push_back(label(point));
    auto& sizes = contest.question.sizes;
    if (std::ranges::find(sizes, point.bytes()) == sizes.end()) sizes.push_back(point.bytes());
  }
  for (Contest& contest : contests)
    contest.question.fitting = [point = contest.by_label.begin()->second](std::int64_t bytes) {
      const std::int64_t width = operand_type(point.type).size;
      return width * nearest_count(point, bytes, width);
    };
  return contests;
}

/// Throws Error where nothing can be switched.
void check(const std::vector<Contest>& contests, const std::string& collective_name) {
  if (collective(collective_name).size == Collective::Size::nothing)
    throw Error(fmt::format("a {} moves no data, so that there is no size to switch at", collective_name));
  for (const Contest& contest : contests) {
    if (contest.question.algorithms.size() < 2)
      throw Error(fmt::format("--algorithms names {} alone; right would be two or more",
                              contest.question.algorithms.front()));
    if (contest.question.sizes.size() < 2)
      throw Error(fmt::format("--bytes leaves calls of {} processes one size; right would be a wider range",
                              contest.by_label.begin()->second.processes));
  }
}

std::vector<std::map<std::string, double>> answers(Inquiry& inquiry, const std::vector<Contest>& contests,
                                                   const std::vector<SizeQuery>& queries) {
  std::vector<Point> points;
  for (const SizeQuery& query : queries)
    for (const auto& algorithm : query.algorithms)
      points.push_back(contests[query.question].point(algorithm, query.bytes));
  const std::vector<Outcome> outcomes = inquiry(points);
  std::vector<std::map<std::string, double>> found;
  auto outcome = outcomes.begin();
  for (const SizeQuery& query : queries) {
    auto& seconds = found.emplace_back();
    for (const auto& algorithm : query.algorithms) {
      if (outcome->ok()) seconds[algorithm] = outcome->seconds;
      ++outcome;
    }
  }
  return found;
}

}  // namespace

int switch_command(const Context& context) {
  Scenario scenario = asked_scenario(context);
  const std::vector<Contest> contests = contests_of(scenario.points);
  check(contests, scenario.points.front().collective);
  std::vector<SwitchQuestion> questions;
  for (const Contest& contest : contests) questions.push_back(contest.question);
  return inquire(context, scenario, [&](Inquiry& inquiry) {
    const auto times = look_for_switches(questions, [&](const std::vector<SizeQuery>& queries) {
      return answers(inquiry, contests, queries);
    });
    std::vector<Switches> found;
    for (std::size_t i = 0; i < contests.size(); ++i)
      found.push_back({contests[i].by_label.begin()->second, stretches(questions[i], times[i])});
    fmt::print("Where another algorithm becomes the fastest, to {:.0f} %:\n{}", 100 * (switch_resolution - 1),
               to_text(found));
    fmt::print(
        "{}\n",
        wrapped(
            "at half, at twice: by how much longer a call takes there than by the fastest, if it is "
            "served by this algorithm at half of the size already, or by the one before at twice the size "
            "still.",
            page_width()));
    const Cells cells = to_cells(found);
    const std::string file = (inquiry.folder() / "switches").string();
    write_cells(file, cells);
    fmt::print("Switches: {0}.csv, {0}.json\n", file);
  });
}

}  // namespace collsim
