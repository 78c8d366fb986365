#include "cli/map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "backends/backend.hpp"
#include "cli/robust.hpp"
#include "cli/shared_flags.hpp"
#include "cli/source.hpp"
#include "cli/write_cells.hpp"
#include "figures/plots/map.hpp"
#include "lab/decisions/winner_map.hpp"

namespace collsim {
namespace {

void add_once(std::vector<std::string>& lines, const std::string& line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
}

/// Lines for each platform, and what the times are.
std::string sources(Scenario& scenario, const std::vector<WinnerMap>& maps, const std::vector<Row>& rows) {
  std::vector<std::string> lines, answerers;
  for (const auto& map : maps) {
    std::istringstream source(source_of(scenario.platforms.get(map.platform, {})));
    for (std::string line; std::getline(source, line);) add_once(lines, line);
  }
  for (const Row& row : rows) add_once(answerers, backend(row.point).caption(row.point));
  lines.push_back(
      fmt::format("Times from the common start to the last rank's finish. {}", fmt::join(answerers, "; ")));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

void present_map(Scenario& scenario, const std::vector<Row>& rows, const std::filesystem::path& folder,
                 const Dependences& dependences) {
  const std::vector<WinnerMap> maps = winner_maps(rows, dependences);
  for (const auto& map : maps) fmt::print("{}\n", to_text(map));
  write_cells(folder / "map", to_cells(maps));
  const auto answered = [](const Row& row) { return row.outcome.ok(); };
  if (std::none_of(rows.begin(), rows.end(), answered)) {
    fmt::print("No map: no point has an answer.\n");
    return;
  }
  const bool untitled = scenario.title == scenario.name;
  const std::string title =
      untitled ? "Which algorithm is the fastest, by number of processes and size?" : scenario.title;
  const std::string pictures = (folder / "map").string();
  for (const auto& file : draw_maps(maps, sources(scenario, maps, rows), pictures, title))
    fmt::print("Map: {}\n", file);
}

int map_command(const Context& context) {
  Scenario scenario = load_asked(context.arguments);
  std::vector<Row> rows;
  for (const Point& point : scenario.points) rows.push_back({point});
  winner_maps(rows);  // complains now
  return perform(context, scenario, with_robustness(context, present_map), forecast_of_ranges(context));
}

}  // namespace

Verb map_verb() {
  return {"map",
          "[SCENARIO]",
          "tells who wins at each number of processes and size, and what following a model costs",
          flags::of_answering("results/SCENARIO, or results/map", {flags::dry_run}),
          {"collsim map t3e_allreduce_map",
           "collsim map --collective bcast --platform star --processes 4,16 --bytes 8..1M:x8"},
          map_command};
}

}  // namespace collsim
