#include "cli/whatif.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/present.hpp"
#include "decisions/what_if.hpp"
#include "scenarios/atomically.hpp"

namespace collsim {
namespace {

/// The scenario, which must ask about one platform. Its answers do not replace those of `collsim run`.
Scenario load_baseline(const CommandLine& arguments) {
  Scenario scenario = load_asked(arguments);
  const Point& first = scenario.points.front();
  for (const Point& point : scenario.points)
    if (point.platform != first.platform || point.overrides != first.overrides)
      throw Error(
          fmt::format("{}: asks about several platforms; right would be one baseline, such as --platform {} "
                      "--overrides NAME=CHANGE",
                      scenario.file, first.platform));
  scenario.name += "_whatif";
  scenario.published.clear();
  return scenario;
}

/// What the report of all runs shows as the command.
void note(Scenario& scenario, const std::string& flags) {
  auto document = nlohmann::json::parse(scenario.document);
  document["whatif"] = flags;
  scenario.document = document.dump(2);
}

std::vector<Variant> asked_variants(const CommandLine& arguments, const Platform& baseline) {
  std::vector<Variant> variants;
  for (const auto& text : arguments.set) {
    const auto same = [&](const Variant& other) { return other.name == text; };
    if (std::ranges::any_of(variants, same))
      throw Error(fmt::format("--set {} is given twice; right would be once", text));
    variants.push_back(parse_variant(text, baseline));
  }
  return variants;
}

void write_ratios(const WhatIf& found, const std::filesystem::path& folder) {
  const std::string file = (folder / "whatif.csv").string();
  write_atomically(file, to_csv(to_cells(found)));
  fmt::print("Ratios: {}\n", file);
}

int compare(const CommandLine& arguments, RunSettings settings, const Answer& answer,
            const std::string& line) {
  Scenario scenario = load_baseline(arguments);
  const auto variants = asked_variants(arguments, scenario.platforms.of(scenario.points.front()));
  std::string flags;
  for (const auto& variant : variants)
    flags += (flags.empty() ? "" : " ") + shell_line({"--set", variant.name});
  note(scenario, flags);
  settings.results = results_folder(arguments, scenario);
  scenario.points = with_variants(scenario.points, variants);
  if (!arguments.given.contains("figures")) scenario.figures = {"what_if"};
  return run_and_present(scenario, settings, answer, line,
                         [&](Scenario&, const std::vector<Row>& rows, const auto& folder) {
                           const WhatIf found = what_if(rows, variants);
                           fmt::print("{}", to_text(found));
                           write_ratios(found, folder);
                         });
}

}  // namespace

int whatif_command(const CommandLine& arguments, RunSettings settings, const Answer& answer,
                   const std::string& line) {
  if (arguments.set.empty())
    throw Error("'whatif' needs to know what to change; right would be --set link.bandwidth=x2");
  return compare(arguments, std::move(settings), answer, line);
}

}  // namespace collsim
