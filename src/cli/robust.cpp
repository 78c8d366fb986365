#include "cli/robust.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "backends/backend.hpp"
#include "cli/shared_flags.hpp"
#include "cli/write_cells.hpp"
#include "support/human.hpp"
#include "support/text_table.hpp"

namespace collsim {
namespace {

std::map<std::string, std::vector<Point>> by_platform(const std::vector<Point>& points) {
  std::map<std::string, std::vector<Point>> found;
  for (const Point& point : points) found[point.platform].push_back(point);
  return found;
}

bool shares_a_node(const Point& point) {
  return !backend(point).measures() && point.placement().most_on_a_node() > 1;
}

/// Which of the numbers that say what messages in nodes take nobody gave.
std::vector<std::string> assumed_inside_nodes(const Platform& platform) {
  std::vector<std::string> found;
  for (const char* name : {"message", "overhead.node"})
    if (const auto its = platform.numbers().find(name);
        its != platform.numbers().end() && its->second.second.starts_with("assumed: "))
      found.emplace_back(name);
  return found;
}

}  // namespace

Robustness ask_robustness(const Context& context, Scenario& scenario, const std::vector<Row>& rows,
                          const std::filesystem::path& folder) {
  RunSettings settings;
  settings.results = folder / "ranges";
  settings.jobs = context.arguments.number(flags::jobs);
  settings.stop = interrupted;
  settings.part = " of the ranges";
  const auto ask = [&](const std::vector<Point>& points) {
    Scenario asked = scenario;
    asked.points = points;
    std::vector<std::optional<double>> seconds;
    for (const Row& row : run(asked, settings, context.answer()).rows)
      seconds.push_back(row.outcome.ok() ? std::optional(row.outcome.seconds) : std::nullopt);
    return seconds;
  };
  std::set<std::string> platforms;
  for (const Row& row : rows) platforms.insert(row.point.platform);
  Robustness found;
  for (const auto& name : platforms) {
    const Platform& platform = scenario.platforms.get(name, {});
    std::vector<Row> its;
    std::ranges::copy_if(rows, std::back_inserter(its),
                         [&](const Row& row) { return row.point.platform == name; });
    Dependences on_it = dependences(its, platform, ask);
    found.text += to_text(on_it, platform);
    found.dependences.merge(on_it);
  }
  return found;
}

AsksBesides forecast_of_ranges(const Context& context) {
  return [jobs = context.arguments.number(flags::jobs)](Scenario& scenario) -> std::string {
    double effort = 0;
    for (const auto& [name, points] : by_platform(scenario.points)) {
      const Platform& platform = scenario.platforms.get(name, {});
      if (range_ends(platform).empty()) continue;
      std::vector<Point> answerable;
      std::ranges::copy_if(points, std::back_inserter(answerable),
                           [&](const Point& point) { return why_unsupported(point, platform).empty(); });
      effort += most_effort(answerable, platform);
    }
    if (effort == 0) return "";
    return fmt::format("To ask at the ends of the platform's ranges then takes at most {} more.\n",
                       human_seconds(effort / jobs));
  };
}

std::string caveat_inside_nodes(Scenario& scenario) {
  std::set<std::string> numbers;
  for (const auto& [name, points] : by_platform(scenario.points)) {
    const auto its = assumed_inside_nodes(scenario.platforms.get(name, {}));
    if (!its.empty() && std::ranges::any_of(points, shares_a_node)) numbers.insert(its.begin(), its.end());
  }
  if (numbers.empty()) return "";
  return wrapped(
             fmt::format(
                 "Ranks share nodes, inside which what messages take is assumed ({}): do not follow these "
                 "choices before `collsim calibrate node` or `collsim platform new --levels` has it "
                 "measured.",
                 fmt::join(numbers, ", ")),
             page_width()) +
         "\n";
}

Present with_robustness(const Context& context, const PresentWith& present) {
  return [&context, present](Scenario& scenario, const std::vector<Row>& rows,
                             const std::filesystem::path& folder) {
    const Robustness found = ask_robustness(context, scenario, rows, folder);
    present(scenario, rows, folder, found.dependences);
    fmt::print("{}", caveat_inside_nodes(scenario));
    if (found.dependences.empty()) return;
    fmt::print("{}", found.text);
    const std::string file = write_cells(folder / "robust", to_cells(found.dependences));
    fmt::print("Robust: {}\n", file);
  };
}

}  // namespace collsim
