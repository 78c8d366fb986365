#include "cli/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/write_cells.hpp"

namespace collsim {

Robustness ask_robustness(const Context& context, Scenario& scenario, const std::vector<Row>& rows,
                          const std::filesystem::path& folder) {
  RunSettings settings;
  settings.results = folder / "ranges";
  settings.jobs = context.arguments.jobs;
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

Present with_robustness(const Context& context, const PresentWith& present) {
  return [&context, present](Scenario& scenario, const std::vector<Row>& rows,
                             const std::filesystem::path& folder) {
    const Robustness found = ask_robustness(context, scenario, rows, folder);
    present(scenario, rows, folder, found.dependences);
    if (found.dependences.empty()) return;
    fmt::print("{}", found.text);
    const std::string file = write_cells(folder / "robust", to_cells(found.dependences));
    fmt::print("Robust: {}\n", file);
  };
}

}  // namespace collsim
